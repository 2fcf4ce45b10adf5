import { runtime } from "@/lib/agents/runtime";
import { route } from "@/lib/http/route";

const answer = route((request, { ownerId }) => runtime().mcp.answer(request, ownerId));

export { answer as DELETE, answer as GET, answer as POST };
