import { expect, test } from "vitest";
import { withUploadedFile } from "@/lib/sources/uploads/multipart";

const url = "http://localhost/api/sources/upload";

function post(form: FormData): Request {
  return new Request(url, { method: "POST", body: form });
}

async function textOf(request: Request) {
  return withUploadedFile(request, async ({ name, chunks }) => {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    return { name, text: Buffer.concat(parts).toString("latin1") };
  });
}

/** The same body in pieces of `size` bytes, so that every boundary is cut once. */
async function cut(request: Request, size: number): Promise<Request> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let from = 0; from < bytes.length; from += size)
        controller.enqueue(bytes.slice(from, from + size));
      controller.close();
    },
  });
  const init = { method: "POST", headers: request.headers, body, duplex: "half" };
  return new Request(url, init);
}

test("[S4] the file arrives byte by byte as it was sent, wherever the network cuts it", async () => {
  const content = Buffer.from(Array.from({ length: 600 }, (_, index) => index % 256)).toString("latin1");
  const tricky = `\r\n--x\r\n${content}\r\n--`;
  for (const size of [1, 2, 7, 64, 5_000]) {
    const form = new FormData();
    form.append("note", "before");
    form.append("file", new File([Buffer.from(tricky, "latin1")], 'a "b" ü.csv'));
    expect(await textOf(await cut(post(form), size))).toEqual({ name: 'a "b" ü.csv', text: tricky });
  }
});

test("[S4] a body that isn't an upload, has no file or ends early is refused", async () => {
  await expect(textOf(new Request(url, { method: "POST", body: "{}" }))).rejects.toMatchObject({
    code: "unsupported",
  });
  const form = new FormData();
  form.append("other", new File(["x"], "x.csv"));
  await expect(textOf(post(form))).rejects.toMatchObject({ code: "bad_input" });
  const type = { "content-type": "multipart/form-data; boundary=b" };
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
  for (const body of ["", "--b", head, `${head}\r\n--`])
    await expect(textOf(new Request(url, { method: "POST", headers: type, body }))).rejects.toMatchObject({
      code: "bad_input",
    });
});
