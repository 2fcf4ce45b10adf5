// One model source, one schema file per provider: Prisma refuses `provider = env()`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

export const providers = ["sqlite", "postgresql"];

const header = (
  provider,
) => `// Written by scripts/prisma-schema.mjs from prisma/models.prisma. Edit that one.
generator client {
  provider     = "prisma-client"
  output       = "../../lib/db/generated/${provider}"
  engineType   = "client"
  runtime      = "nodejs"
  moduleFormat = "esm"
}

datasource db {
  provider = "${provider}"
}

`;

export function schemaFor(provider) {
  return header(provider) + readFileSync(join(root, "prisma/models.prisma"), "utf8");
}

export function writeSchemas() {
  for (const provider of providers) {
    mkdirSync(join(root, "prisma", provider), { recursive: true });
    writeFileSync(join(root, "prisma", provider, "schema.prisma"), schemaFor(provider));
  }
}
