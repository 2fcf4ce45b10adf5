import { expect, test, vi } from "vitest";
import { z } from "zod";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { log } from "@/lib/observability/log";
import { AppError } from "@/lib/shared/app-error";

type Asked = { method?: string; headers?: Record<string, string>; body?: BodyInit };

async function call(
  handler: Parameters<typeof route>[0],
  { method = "GET", headers = {}, body }: Asked = {},
) {
  const request = new Request("http://localhost:3000/api/x", {
    method,
    headers: { host: "localhost:3000", ...headers },
    ...(body === undefined ? {} : { body, duplex: "half" }),
  });
  const response = await route(handler)(request, { params: Promise.resolve({}) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const ok = () => json({ ok: true });

test("[S1] [S8] a host that is not allowed is refused where the route answers", async () => {
  for (const host of ["localhost", "127.0.0.1:8080", "[::1]:3000"])
    expect((await call(ok, { headers: { host } })).status, host).toBe(200);
  for (const host of ["evil.example", "localhost.evil.example:3000", "127.0.0.2", ""])
    expect((await call(ok, { headers: { host } })).status, host).toBe(403);
});

test("[S1] a page of another site can't change anything, and no answer opens a door for it", async () => {
  const post = (headers: Record<string, string>) => call(ok, { method: "POST", headers });
  for (const origin of ["http://evil.example", "http://localhost:4000", "null"])
    expect((await post({ origin })).status, origin).toBe(403);
  for (const site of ["cross-site", "same-site"])
    expect((await post({ "sec-fetch-site": site })).status, site).toBe(403);
  const own = await post({ origin: "http://localhost:3000", "sec-fetch-site": "same-origin" });
  expect(own.status).toBe(200);
  expect((await post({})).status).toBe(200);
  expect([...own.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("[S6] an unexpected error leaves as a neutral sentence with an id, and the log has both", async () => {
  const errors = vi.mocked(log.error).mockReturnValue();
  const answer = await call(() => {
    throw new Error("SELECT secret FROM users at /srv/app/db.ts");
  });
  const { id } = answer.body;
  expect(answer).toMatchObject({ status: 500, body: { status: 500, title: "Something went wrong" } });
  expect(id).toMatch(/^e_/);
  expect(JSON.stringify(answer.body)).not.toMatch(/SELECT|\/srv|at /);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(errors.mock.calls.at(0)?.at(0)).toMatchObject({ errorId: id, status: 500, path: "/api/x" });
  errors.mockClear();
});

test("[S6] an error meant for the reader keeps its message and details, with an id that the log shows", async () => {
  const warnings = vi.spyOn(log, "warn").mockReturnValue();
  const answer = await call(() => {
    throw new AppError("conflict", "Somebody was faster.", {
      details: { since: [1] },
      cause: new Error("secret"),
    });
  });
  expect(answer).toMatchObject({ status: 409, body: { detail: "Somebody was faster.", since: [1] } });
  expect(JSON.stringify(answer.body)).not.toContain("secret");
  expect(warnings.mock.calls.at(-1)?.at(0)).toMatchObject({ errorId: answer.body.id, status: 409 });
});

test("[S6] a caller's words stay on the one line of the log that is theirs", async () => {
  const warnings = vi.spyOn(log, "warn").mockReturnValue();
  await call(() => {
    throw new AppError("not_found", "There is no query x\r\ne_forged 200 GET /\0\u001b[2J.");
  });
  expect(String(warnings.mock.calls.at(-1)?.at(1))).toMatch(/^There is no query x[^\p{Cc}]*$/u);
});

test("[S7] every route is told whose rows it may see", async () => {
  const answer = await call((_request, { ownerId }) => json({ ownerId }));
  expect(answer.body).toEqual({ ownerId: "local" });
});

test("[S8] a body is checked for type, size and shape before anything is done", async () => {
  const take: Parameters<typeof route>[0] = async (request) =>
    json(await readJson(request, z.object({ title: z.string() }), { maxBytes: 100 }));
  const post = (body: BodyInit, type = "application/json") =>
    call(take, { method: "POST", headers: { "content-type": type }, body });
  expect((await post('{"title":"ok"}')).body).toEqual({ title: "ok" });
  expect((await post('{"title":"ok"}', "text/plain")).status).toBe(415);
  expect((await post("{")).status).toBe(400);
  expect((await post('{"title":1}')).body.detail).toContain("title");
  expect((await post(JSON.stringify({ title: "x".repeat(200) }))).status).toBe(413);

  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(50));
    },
  });
  expect((await post(endless)).status).toBe(413);
  expect(sent).toBeLessThan(10);
});
