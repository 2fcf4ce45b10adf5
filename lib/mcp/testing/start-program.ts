import { type ChildProcess, spawn } from "node:child_process";

/** A server program of the tests, and what it says first. Ends with the tests at the latest. */
export async function startProgram(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ said: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  process.once("exit", () => child.kill());
  const said = await firstLine(child);
  return {
    said,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const take = (piece: Buffer) => {
      text += piece.toString();
      const [line, rest] = text.split("\n");
      if (rest !== undefined) resolve(line ?? "");
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.once("exit", () => reject(new Error(`the program ended: ${text}`)));
  });
}
