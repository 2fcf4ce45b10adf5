import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

/** A person accepts what a tool that was held back says now (S9). */
export const POST = route<"tool">((_, { params }) => {
  const { servers } = runtime();
  servers.accept(params.tool);
  return json({ servers: servers.status() });
});
