import { open } from "node:fs/promises";
import { AppError } from "@/lib/shared/app-error";

/** Writes what arrives to `file`, never holding more than a piece of it. Throws too_large past `maxBytes`. */
export async function receiveFile(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  maxBytes: number,
): Promise<number> {
  const handle = await open(file, "wx");
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > maxBytes)
        throw new AppError("too_large", `A file may have at most ${Math.floor(maxBytes / 2 ** 20)} MB.`);
      await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
  if (size === 0) throw new AppError("bad_input", "The file is empty.");
  return size;
}
