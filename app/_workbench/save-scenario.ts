import { requestJson } from "@/app/_session";
import { toast } from "@/app/_ui/toast";
import type { JsonObject } from "@/lib/shared/json";

type Saved = { name: string; saved: boolean; scenario: JsonObject };

/** Saves the conversation as a scenario (L4): in the server's folder, or as a download where it has none. */
export async function saveAsScenario(threadId: string): Promise<void> {
  try {
    const path = `/api/threads/${encodeURIComponent(threadId)}/scenario`;
    const { name, saved, scenario } = await requestJson<Saved>(path, { method: "POST" });
    if (!saved) download(`${name}.json`, JSON.stringify(scenario, null, 2));
    toast(saved ? `Saved as the scenario “${name}”` : `Downloaded ${name}.json`, {
      description: saved
        ? `npm run lab -- run ${name}`
        : "Put it into a folder that KABOO_SCENARIOS names, and the lab plays it.",
    });
  } catch (error) {
    toast.error("The conversation can’t be saved", {
      description: error instanceof Error ? error.message : "",
    });
  }
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
