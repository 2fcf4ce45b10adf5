import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

/** The configured MCP servers, with the tools that changed and are held back (S9). */
export const GET = route(() => json({ servers: runtime().servers.status() }));
