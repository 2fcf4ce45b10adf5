import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

/** What the server has counted: for Prometheus, or as JSON for the inspector. */
export const GET = route(async (request) => {
  const { metrics } = runtime();
  if (request.headers.get("accept")?.includes("application/json"))
    return json({ figures: await metrics.read() });
  const { contentType, text } = await metrics.render();
  return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
});
