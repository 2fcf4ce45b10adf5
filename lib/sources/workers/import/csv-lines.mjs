import { createReadStream, createWriteStream, statSync } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createRecords } from "./csv-records.mjs";

const written = (value) => (value === null ? "" : `"${value.replaceAll('"', '""')}"`);

/**
 * Writes a UTF-8 file of separated values anew, in the one form that the engine reads without guessing: commas, every
 * text quoted, lines of one kind, no header. Tells what it found: the header, how many values lines have, and
 * which have another number of them than the first.
 */
export async function writeLines(file, target, { separator, header, skip }, onShare) {
  const found = { headers: undefined, width: 0, rowCount: 0, uneven: 0, firstUneven: 0, spans: false };
  let toSkip = skip;
  let out = [];

  function add(record, line) {
    if (toSkip > 0) {
      toSkip--;
      return;
    }
    const isBlank = record.length === 1 && record[0] === null;
    // A line without anything is a row where there is one column, and nothing where there are several.
    if (isBlank && found.headers?.length !== 1) return;
    if (found.headers === undefined) {
      found.headers = header ? record.map((value) => value ?? "") : record.map(() => "");
      found.width = record.length;
      if (header) return;
    }
    if (record.length !== found.headers.length) {
      found.uneven++;
      found.firstUneven ||= line;
    }
    write(record);
  }

  function write(record) {
    found.rowCount++;
    found.width = Math.max(found.width, record.length);
    found.spans ||= record.some((value) => value !== null && /[\r\n]/.test(value));
    out.push(`${record.map(written).join(",")}\n`);
  }

  const records = createRecords(separator, add);
  const flush = (done) => {
    const text = out.join("");
    out = [];
    done(null, text);
  };
  const total = statSync(file).size;
  let read = 0;
  const anew = new Transform({
    decodeStrings: false,
    transform(text, _, done) {
      try {
        records.push(text);
      } catch (error) {
        return done(error);
      }
      read += Buffer.byteLength(text);
      onShare(read / total);
      flush(done);
    },
    flush(done) {
      try {
        records.end();
      } catch (error) {
        return done(error);
      }
      flush(done);
    },
  });
  await pipeline(createReadStream(file, "utf8"), anew, createWriteStream(target));
  return found;
}
