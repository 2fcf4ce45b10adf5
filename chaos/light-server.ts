// The app's own routes on the real runtime, without Next and its pages: PORT and the settings come from the environment.
import * as agent from "@/app/api/agent/route";
import * as changes from "@/app/api/changes/route";
import * as board from "@/app/api/dashboards/[id]/route";
import * as undo from "@/app/api/dashboards/[id]/undo/route";
import * as widgets from "@/app/api/dashboards/[id]/widgets/route";
import * as boards from "@/app/api/dashboards/route";
import * as health from "@/app/api/health/route";
import * as cancel from "@/app/api/threads/[id]/cancel/route";
import * as goOn from "@/app/api/threads/[id]/continue/route";
import * as events from "@/app/api/threads/[id]/events/route";
import * as queue from "@/app/api/threads/[id]/queue/route";
import { register } from "@/instrumentation";
import { env } from "@/lib/env";
import { serve, type TestRoute } from "@/lib/http/testing/serve";

type NextRoute = (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>;

const mounted =
  (handle: NextRoute): TestRoute =>
  (request, params) =>
    handle(request, { params: Promise.resolve({ id: params.id ?? "" }) });

await register();
await serve(
  {
    "GET /api/health": mounted(health.GET),
    "POST /api/agent": mounted(agent.POST),
    "GET /api/threads/:id/events": mounted(events.GET),
    "POST /api/threads/:id/cancel": mounted(cancel.POST),
    "POST /api/threads/:id/continue": mounted(goOn.POST),
    "GET /api/threads/:id/queue": mounted(queue.GET),
    "DELETE /api/threads/:id/queue": mounted(queue.DELETE),
    "GET /api/changes": mounted(changes.GET),
    "POST /api/dashboards": mounted(boards.POST),
    "GET /api/dashboards/:id": mounted(board.GET),
    "PATCH /api/dashboards/:id": mounted(board.PATCH),
    "POST /api/dashboards/:id/widgets": mounted(widgets.POST),
    "POST /api/dashboards/:id/undo": mounted(undo.POST),
  },
  env.PORT,
);
