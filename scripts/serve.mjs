// node scripts/serve.mjs dev|start   Next on localhost alone (S1), at PORT or 3000.
import { spawn } from "node:child_process";
import { programOf } from "./project.mjs";

const mode = process.argv[2] === "start" ? "start" : "dev";
const port = process.env.PORT || "3000";
const server = spawn(process.execPath, [programOf("next"), mode, "-H", "localhost", "-p", port], {
  stdio: "inherit",
  env: {
    ...process.env,
    PORT: port,
    NEXT_TELEMETRY_DISABLED: "1",
    // In production the server gives its runs time before it ends (R5); Next would not wait for them.
    ...(mode === "start" && { NEXT_MANUAL_SIG_HANDLE: "1" }),
  },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
