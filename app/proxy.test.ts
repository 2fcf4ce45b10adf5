import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { proxy } from "@/proxy";

const page = (host: string) =>
  proxy(new NextRequest("http://localhost:3000/threads/t_1", { headers: { host } }));

test("[S1] no page is answered under a foreign host, and it says what to set", async () => {
  for (const host of ["evil.example", "localhost.evil.example:3000"]) {
    const refused = page(host);
    expect(refused.status, host).toBe(403);
    expect(await refused.text()).toContain("KABOO_ALLOWED_HOSTS");
  }
  for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000"]) expect(page(host).status, host).toBe(200);
});
