import type { WorkspaceFocus } from "@/lib/workspace/schema";

/** Something the canvas can show. */
export type Target =
  | { kind: "dashboard"; id: string; widget?: string | undefined }
  | { kind: "query"; id: string }
  | { kind: "source"; id: string; table?: string | undefined };

/**
 * What an agent's focus does to the canvas (C1).
 * `following` opens what focus names; `paused` stays with what the person opened or touched; `off` never follows.
 */
export type Follow = {
  mode: "following" | "paused" | "off";
  target: Target | null;
  /** Widgets to point out; a new `seq` points the same ones out again. */
  pointed: { widgets: string[]; seq: number } | null;
  /** A focus that came too soon: after the last change of boards, or on the way to a board. */
  waiting: WorkspaceFocus | null;
  changedAt: number;
  seenSeq: number;
};

export type FollowEvent =
  /** `busy` while agents are at work. */
  | { type: "focus"; focus: WorkspaceFocus | null; now: number; busy: boolean }
  | { type: "opened"; target: Target; now: number }
  /** Back, to where nothing was opened yet. */
  | { type: "closed"; focus: WorkspaceFocus | null; now: number }
  /** Another assistant changed something, outside this conversation. */
  | { type: "elsewhere"; target: Target; widgets: string[]; now: number }
  | { type: "touched" }
  | { type: "resumed"; focus: WorkspaceFocus | null; now: number }
  | { type: "turned_off" }
  | { type: "waited"; now: number };

/** The canvas changes boards at most this often by itself (C1). */
export const settleMs = 2_000;
/** A query that is made while agents work is mostly on its way to a board: it opens only when none has come for so long. */
export const patienceMs = 8_000;

export const startFollowing: Follow = {
  mode: "following",
  target: null,
  pointed: null,
  waiting: null,
  changedAt: Number.NEGATIVE_INFINITY,
  seenSeq: -1,
};

export function follow(state: Follow, event: FollowEvent): Follow {
  switch (event.type) {
    case "focus":
      return event.focus ? focused(state, event.focus, event.now, event.busy) : state;
    case "opened":
      return {
        ...state,
        mode: state.mode === "off" ? "off" : "paused",
        target: event.target,
        waiting: null,
        pointed: pointedBy(event.target, state),
        changedAt: event.now,
      };
    case "closed":
      return state.mode === "off"
        ? { ...state, target: null, pointed: null }
        : show({ ...state, mode: "following", target: null, pointed: null }, event.focus, event.now);
    case "elsewhere":
      return changedElsewhere(state, event);
    case "touched":
      return state.mode === "following" && state.target ? { ...state, mode: "paused", waiting: null } : state;
    case "resumed":
      return show({ ...state, mode: "following" }, event.focus, event.now);
    case "turned_off":
      return { ...state, mode: "off", waiting: null };
    case "waited":
      return state.waiting && state.mode === "following" ? focused(state, state.waiting, event.now) : state;
    default:
      return event satisfies never;
  }
}

function focused(state: Follow, focus: WorkspaceFocus, now: number, busy = false): Follow {
  if (focus.seq < state.seenSeq) return state;
  if (sameBoard(state.target, focus)) {
    // What is pointed out on the board in sight is pointed out whoever opened it.
    const fresh = focus.seq > state.seenSeq;
    return fresh ? { ...state, seenSeq: focus.seq, waiting: null, pointed: pointAt(focus) } : state;
  }
  if (state.mode !== "following") return { ...state, seenSeq: focus.seq };
  const early = now - state.changedAt < settleMs;
  if (early || (busy && focus.kind !== "dashboard")) return { ...state, waiting: focus };
  return show(state, focus, now);
}

function show(state: Follow, focus: WorkspaceFocus | null, now: number): Follow {
  if (!focus) return { ...state, waiting: null };
  const target = { kind: focus.kind, id: focus.id };
  const moved = !sameBoard(state.target, focus);
  return {
    ...state,
    target,
    pointed: pointAt(focus),
    waiting: null,
    seenSeq: focus.seq,
    changedAt: moved ? now : state.changedAt,
  };
}

function pointAt(focus: WorkspaceFocus): Follow["pointed"] {
  return focus.widgets?.length ? { widgets: focus.widgets, seq: focus.seq } : null;
}

/** What changed on the board in sight is pointed out; another one is opened while following, but not in a rush (C1). */
function changedElsewhere(
  state: Follow,
  { target, widgets, now }: Extract<FollowEvent, { type: "elsewhere" }>,
): Follow {
  const pointed = widgets.length > 0 ? { widgets, seq: (state.pointed?.seq ?? 0) + 0.001 } : state.pointed;
  if (sameBoard(state.target, target)) return { ...state, pointed };
  if (state.mode !== "following" || now - state.changedAt < settleMs) return state;
  return { ...state, target, pointed, changedAt: now };
}

/** A link to a widget points it out, each time it is followed. */
function pointedBy(target: Target, state: Follow): Follow["pointed"] {
  if (target.kind !== "dashboard" || !target.widget) return null;
  return { widgets: [target.widget], seq: (state.pointed?.seq ?? 0) + 0.001 };
}

export function sameBoard(target: Target | null, focus: { kind: string; id: string }): boolean {
  return target?.kind === focus.kind && target.id === focus.id;
}
