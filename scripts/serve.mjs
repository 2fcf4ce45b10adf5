// node scripts/serve.mjs dev|start|build   Next on localhost alone (S1), at PORT or 3000, reporting to nobody (U2).
import { spawn } from "node:child_process";
import { programOf } from "./project.mjs";

const mode = process.argv[2];
const port = process.env.PORT || "3000";
const next = spawn(
  process.execPath,
  [programOf("next"), mode, ...(mode === "build" ? [] : ["-H", "localhost", "-p", port])],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      PORT: port,
      NEXT_TELEMETRY_DISABLED: "1",
      // In production the server gives its runs time before it ends (R5); Next would not wait for them.
      ...(mode === "start" && { NEXT_MANUAL_SIG_HANDLE: "1" }),
    },
  },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => next.kill(signal));
next.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
