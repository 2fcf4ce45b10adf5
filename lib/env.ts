import { z } from "zod";

/** Every setting the server knows, parsed once (N1, N2). `.env.example` lists the same keys. */
const Env = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  MODEL: z.string().optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_BASE_URL: z.url().optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z.url().optional(),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional(),
  GOOGLE_GENERATIVE_AI_BASE_URL: z.url().optional(),
  OPENAI_COMPATIBLE_BASE_URL: z.url().optional(),
  OPENAI_COMPATIBLE_API_KEY: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  KABOO_DATA: z.string().default(".data"),
  KABOO_SECRET: z.string().min(16).optional(),
  KABOO_SCENARIOS: z.string().optional(),
  KABOO_ALLOWED_HOSTS: z.string().optional(),
  KABOO_MCP_CONFIG: z.string().optional(),
  KABOO_LOG: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  KABOO_TOKENS_PER_RUN: z.coerce.number().int().min(1).optional(),
  KABOO_TOKENS_PER_DAY: z.coerce.number().int().min(1).optional(),
  KABOO_MINUTES_PER_RUN: z.coerce.number().min(1).max(1_440).default(60),
  KABOO_RUNS_PER_MINUTE: z.coerce.number().int().min(1).optional(),
  KABOO_MAX_RUNS: z.coerce.number().int().min(1).default(500),
  KABOO_MAX_READERS: z.coerce.number().int().min(1).default(2_000),
  KABOO_PRICE: z
    .string()
    .regex(/^\d+(\.\d+)?(\/\d+(\.\d+)?){2}$/, "is input/cached/output, such as 3/0.3/15")
    .optional(),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
});

export type Env = z.infer<typeof Env>;

/** An empty setting counts as not set, so that a copied `.env.example` changes nothing. Throws naming the key. */
export function parseEnv(values: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  const parsed = Env.safeParse(set);
  if (parsed.success) return parsed.data;
  throw new Error(`A setting is wrong. ${z.prettifyError(parsed.error)}`);
}

export const envKeys = Object.keys(Env.shape).filter((key) => key !== "NODE_ENV");

export const env: Env = parseEnv(process.env);
