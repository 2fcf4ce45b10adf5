import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

/** The dashboard with its queries as a file that imports again (D10). */
export const GET = route<"id">(async (_, { params, ownerId }) => {
  const file = await runtime().dashboards.exportFile(ownerId, params.id);
  return json(file, { headers: { "content-disposition": `attachment; filename="${params.id}.json"` } });
});
