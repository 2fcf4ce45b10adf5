import { AppError } from "@/lib/shared/app-error";

const maxHeaderBytes = 16 * 1024;
const endOfHeaders = Buffer.from("\r\n\r\n");

export type UploadedFile = { name: string; chunks: AsyncIterable<Uint8Array> };

/** The body's bytes, taken piece by piece up to a mark. */
function createReader(body: AsyncIterator<Uint8Array>) {
  // A line end before everything, so that the first boundary looks like the others.
  let buffer = Buffer.from("\r\n");
  const broken = () => new AppError("bad_input", "The upload ended early.");

  async function fill(): Promise<void> {
    const { done, value } = await body.next();
    if (done) throw broken();
    buffer = Buffer.concat([buffer, value]);
  }

  return {
    /** What stands before `mark`, which is taken too. */
    async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const place = buffer.indexOf(mark);
        if (place >= 0) {
          if (place > 0) yield buffer.subarray(0, place);
          buffer = buffer.subarray(place + mark.length);
          return;
        }
        const safe = buffer.length - mark.length + 1;
        if (safe > 0) {
          yield buffer.subarray(0, safe);
          buffer = buffer.subarray(safe);
        }
        await fill();
      }
    },
    async take(count: number): Promise<string> {
      while (buffer.length < count) await fill();
      const taken = buffer.subarray(0, count).toString("latin1");
      buffer = buffer.subarray(count);
      return taken;
    },
  };
}

async function readAll(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AppError("bad_input", "The upload's headers are too long.");
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString("utf8");
}

function disposition(headers: string): { field?: string | undefined; name?: string | undefined } {
  const line = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? "";
  const value = (key: string) => new RegExp(`[;\\s]${key}="([^"]*)"`, "i").exec(line)?.[1];
  const name = value("filename")?.replaceAll("%22", '"');
  return { field: value("name"), name };
}

/**
 * Hands over the file in field `file` of a multipart request while it arrives; nothing is kept in memory or on disk
 * here. Throws unsupported for another content type, bad_input when the field isn't there.
 */
export async function withUploadedFile<Value>(
  request: Request,
  use: (file: UploadedFile) => Promise<Value>,
): Promise<Value> {
  const type = request.headers.get("content-type") ?? "";
  const boundary = /^multipart\/form-data;.*boundary="?([^";]{1,200})"?/i.exec(type)?.[1];
  if (!boundary || !request.body)
    throw new AppError("unsupported", "Send the file as multipart/form-data in the field “file”.");
  const reader = createReader(request.body[Symbol.asyncIterator]());
  const mark = Buffer.from(`\r\n--${boundary}`);
  await readAll(reader.until(mark), maxHeaderBytes);
  while ((await reader.take(2)) === "\r\n") {
    const { field, name } = disposition(await readAll(reader.until(endOfHeaders), maxHeaderBytes));
    const chunks = reader.until(mark);
    if (field === "file" && name !== undefined) return use({ name, chunks });
    await readAll(chunks, maxHeaderBytes);
  }
  throw new AppError("bad_input", "There is no file in the field “file”.");
}
