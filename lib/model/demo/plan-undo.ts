import { can, type Known, lastCall } from "@/lib/model/demo/known";
import { call, type Move, planned, say } from "@/lib/model/demo/move";
import { readBoard } from "@/lib/model/demo/plan-edit";
import { object, objects, textAt } from "@/lib/model/demo/read-json";
import { tool } from "@/lib/model/demo/tools";

/** Takes back the newest change an agent made on the dashboard at hand: reads which that was, then undoes it. */
export function planUndo(known: Known): Move {
  const undone = lastCall(known, tool.undo);
  if (undone?.failed) return say(`That couldn't be undone: ${undone.text ?? "no reason was given"}`);
  const read = lastCall(known, tool.getBoard);
  const newest = objects(object(read?.result)?.changes).find(
    (change) => change.undone !== true && textAt(change, "by") !== "person",
  );
  const summary = newest && textAt(newest, "summary");
  if (undone) return say(`Undone: ${summary ?? "the last change"}.`);
  const { board } = known;
  if (!board) return readBoard(known) ?? say("There is no dashboard with a change to undo yet.");
  if (!read && can(known, tool.getBoard)) return call("", planned(tool.getBoard, { dashboard_id: board.id }));
  const id = newest && textAt(newest, "change_id");
  if (!id) return say(`On “${board.title}” there is no change of mine to undo. Yours are in the change log.`);
  return call("", planned(tool.undo, { dashboard_id: board.id, change_ids: [id] }));
}
