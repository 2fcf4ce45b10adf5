import { expect, test, vi } from "vitest";
import { startOrExit } from "@/lib/agents/start";

test("[N2] a start that fails ends the process with one sentence that says why", async () => {
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await startOrExit(async () => {
    throw new Error('MODEL "foo" names no provider.');
  });
  const text = told.mock.calls.map(([line]) => String(line)).join("");
  expect(exit).toHaveBeenCalledExactlyOnceWith(1);
  exit.mockClear();
  await startOrExit(async () => undefined);
  expect(exit).not.toHaveBeenCalled();
  exit.mockRestore();
  told.mockRestore();
  expect(text.trim()).toBe('Kaboo Canvas can\'t start. MODEL "foo" names no provider.');
});
