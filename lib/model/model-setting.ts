import { z } from "zod";
import { type Provider, providers } from "@/lib/model/providers";
import { AppError } from "@/lib/shared/app-error";

const Options = z.strictObject({
  /** OpenAI's older interface, which some gateways alone speak. */
  api: z.enum(["responses", "chat"]).default("responses"),
  /** How what changes from call to call travels (V6). */
  trailing: z.enum(["user-message", "tool-result", "kept"]).optional(),
  /** The window in tokens (T7). */
  context: z.coerce.number().int().min(1_000).optional(),
});

export type ModelSetting = { provider: Provider; model: string; options: z.infer<typeof Options> };

/**
 * `provider:model`, with options after a question mark: `openai-compatible:mistral?trailing=tool-result&context=8000`
 * (N1). Throws `bad_input` that says what may stand there.
 */
export function parseModelSetting(setting: string): ModelSetting {
  const [named = "", query = ""] = setting.split("?", 2);
  const at = named.indexOf(":");
  const provider = providers.find((known) => known.name === (at < 0 ? named : named.slice(0, at)));
  if (!provider) throw refused(setting, "names no provider");
  const model = at < 0 ? provider.defaultModel : named.slice(at + 1).trim();
  if (!model) throw refused(setting, `names no model of ${provider.title}`);
  const options = Options.safeParse(Object.fromEntries(new URLSearchParams(query)));
  if (!options.success) throw refused(setting, `has a wrong option (${z.prettifyError(options.error)})`);
  return { provider, model, options: options.data };
}

function refused(setting: string, why: string): AppError {
  const names = providers.map((known) => `${known.name}:MODEL`).join(", ");
  return new AppError(
    "bad_input",
    `MODEL "${setting}" ${why}. It may be demo, scripted, or one of ${names}.`,
  );
}
