// The settings that a script shares with the server: the environment, then .env.local, then .env, as Next reads them.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./project.mjs";

for (const name of [".env.local", ".env"]) {
  const file = join(root, name);
  // What is set already stays.
  if (existsSync(file)) process.loadEnvFile(file);
}

export const dataFolder = resolve(root, process.env.KABOO_DATA || ".data");
export const databaseUrl = process.env.DATABASE_URL || undefined;
export const port = Number(process.env.PORT || 3000);
