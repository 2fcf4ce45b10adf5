import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const GET = route<"sourceId" | "table">(async (_request, { ownerId, params }) =>
  json(await runtime().sources.describeTable(ownerId, params.sourceId, params.table)),
);

export const DELETE = route<"sourceId" | "table">(async (_request, { ownerId, params }) =>
  json(await runtime().sources.removeTable(person(ownerId), params.sourceId, params.table)),
);
