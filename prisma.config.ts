import { defineConfig } from "prisma/config";

// Prisma's command line is used for `generate` alone (see scripts/prisma-generate.mjs); migrations are applied by lib/db/migrate.ts.
export default defineConfig({ schema: "prisma/sqlite/schema.prisma" });
