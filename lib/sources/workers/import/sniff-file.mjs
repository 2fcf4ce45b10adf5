import { closeSync, openSync, readSync } from "node:fs";

const headBytes = 64 * 1024;

function readHead(file) {
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(handle, head, 0, headBytes, 0));
  } finally {
    closeSync(handle);
  }
}

const startsWith = (head, ...bytes) => bytes.every((byte, index) => head[index] === byte);

/** Zeros at every other place, as Latin letters have them in UTF-16. */
function looksLikeUtf16(head) {
  const zeros = [0, 0];
  for (let index = 0; index < head.length; index++) if (head[index] === 0) zeros[index % 2]++;
  const half = head.length / 2;
  if (zeros[1] > half * 0.4 && zeros[0] < half * 0.1) return "utf-16le";
  if (zeros[0] > half * 0.4 && zeros[1] < half * 0.1) return "utf-16be";
  return undefined;
}

/**
 * What a file is, by its content and never by its name: `gzip`, `parquet`, `text` with an encoding where the bytes say
 * so, `spreadsheet`, `binary` or `empty`.
 */
export function sniffFile(file) {
  const head = readHead(file);
  if (head.length === 0) return { kind: "empty" };
  if (startsWith(head, 0x1f, 0x8b)) return { kind: "gzip" };
  if (head.subarray(0, 4).toString("latin1") === "PAR1") return { kind: "parquet" };
  if (startsWith(head, 0x50, 0x4b) || startsWith(head, 0xd0, 0xcf, 0x11, 0xe0))
    return { kind: "spreadsheet" };
  if (startsWith(head, 0xff, 0xfe)) return { kind: "text", encoding: "utf-16le" };
  if (startsWith(head, 0xfe, 0xff)) return { kind: "text", encoding: "utf-16be" };
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return { kind: "text", encoding: "utf-8" };
  if (!head.includes(0)) return { kind: "text" };
  const encoding = looksLikeUtf16(head);
  return encoding ? { kind: "text", encoding } : { kind: "binary" };
}
