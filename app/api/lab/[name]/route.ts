import { env } from "@/lib/env";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { playScenario } from "@/lib/lab/play-on-server";

/** Plays a scenario for the lab's page. Development only. */
export const POST = route<"name">(async (_request, { params }) => json(await playScenario(env, params.name)));
