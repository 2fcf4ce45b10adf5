import { runtime } from "@/lib/agents/runtime";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { AcceptTool } from "@/lib/mcp/schema";

/** A person accepts what a tool that was held back says, as they were shown it (S9). */
export const POST = route<"tool">(async (request, { params }) => {
  const { fingerprint } = await readJson(request, AcceptTool);
  const { servers } = runtime();
  servers.accept(params.tool, fingerprint);
  return json({ servers: servers.status() });
});
