import { aimBytes, firstViewBytes } from "../scripts/check-page-size.mjs";
import type { Part } from "./figures";

/** P7: what a page costs. */
export const page: Part = {
  name: "page",
  title: "Page",
  async run() {
    return [
      {
        rule: "P7",
        what: "JavaScript of the first view, gzip",
        value: firstViewBytes() / 1_000,
        unit: "KB",
        atMost: aimBytes / 1_000,
      },
    ];
  },
};
