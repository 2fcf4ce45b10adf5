// Generates the database client after install, without Prisma's engine download: `generate` only needs to be told
// that some engine file exists.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { providers, writeSchemas } from "./prisma-schema.mjs";
import { programOf, root } from "./project.mjs";

const cli = programOf("prisma");

writeSchemas();
for (const provider of providers) {
  const done = spawnSync(
    process.execPath,
    [cli, "generate", "--schema", join(root, "prisma", provider, "schema.prisma"), "--no-hints"],
    {
      cwd: root,
      encoding: "utf8",
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
    },
  );
  if (done.status !== 0) {
    process.stderr.write(done.stdout + done.stderr);
    throw new Error(`prisma generate failed for ${provider}`);
  }
}
