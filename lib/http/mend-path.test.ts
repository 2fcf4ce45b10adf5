import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { mendPath, mendPaths } from "@/lib/http/mend-path";

test("[R1] [S6] a path that can't be decoded stands for itself, any other stays as it was sent", async () => {
  expect(mendPath("/api/threads/%E0%A4%A?after=%")).toBe("/api/threads/%25E0%25A4%25A?after=%");
  for (const path of ["/api/threads/t%20a?x=%zz", "/api/threads/100%25", "/"])
    expect(mendPath(path)).toBe(path);

  mendPaths();
  const server = createServer((request, response) => response.end(decodeURIComponent(request.url ?? "")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/dashboards/%ff`);
  expect(await answer.text()).toBe("/api/dashboards/%ff");
  server.close();
});
