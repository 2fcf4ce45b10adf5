// Between the folders of lib imports go one way: no circle, however long. Checked with the graph of lib/README.md, without
// tests, which may stand on what is above them.
const { options } = require("./.dependency-cruiser.cjs");

const folder = "^lib/[^/]+$";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "folders-have-one-direction",
      severity: "error",
      scope: "folder",
      from: { path: folder },
      to: { path: folder, circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: "[.](test|spec)[.]|/testing/|^lib/(shared|testing|db/generated)/" },
  },
};
