import { createReadStream, createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { ImportProblem } from "./problem.mjs";

/** Unpacks a gzip file next to it, up to `maxBytes`: a small file may hold a very large one. */
export async function gunzipFile(file, target, maxBytes) {
  let size = 0;
  const bounded = new Transform({
    transform(chunk, _, done) {
      size += chunk.length;
      if (size > maxBytes) done(new ImportProblem("The file is too large once it is unpacked."));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(createReadStream(file), createGunzip(), bounded, createWriteStream(target));
  } catch (error) {
    if (error instanceof ImportProblem) throw error;
    throw new ImportProblem("The gzip file is damaged.", { cause: error });
  }
}

function decoderStream(decoder) {
  return new Transform({
    transform(chunk, _, done) {
      try {
        done(null, decoder.decode(chunk, { stream: true }));
      } catch (error) {
        done(error);
      }
    },
    flush(done) {
      try {
        done(null, decoder.decode());
      } catch (error) {
        done(error);
      }
    },
  });
}

/** Writes a text file as UTF-8 without a byte order mark. Throws TypeError when it isn't of that encoding. */
export async function decodeFile(file, target, encoding) {
  const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" });
  await pipeline(createReadStream(file), decoderStream(decoder), createWriteStream(target));
}
