"use client";

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { createSession, type Session, type Snapshot } from "./session";

const SessionContext = createContext<Session | null>(null);
/** A tab looked away from this briefly keeps its stream. */
const hiddenGraceMs = 3_000;

/** One thread's session for all below. Give it the thread's id as `key`. */
export function SessionProvider({ threadId, children }: { threadId: string; children: ReactNode }) {
  const [session] = useState(() => createSession(threadId));
  useEffect(() => keepOpenWhileVisible(session), [session]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** A browser has six connections for all its tabs, so a hidden tab gives its own back. */
function keepOpenWhileVisible(session: Session): () => void {
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(leaving);
    if (document.visibilityState === "hidden") leaving = setTimeout(session.close, hiddenGraceMs);
    else if (!session.connected) session.open();
  };
  const reopen = () => session.open();
  follow();
  document.addEventListener("visibilitychange", follow);
  window.addEventListener("online", reopen);
  return () => {
    clearTimeout(leaving);
    document.removeEventListener("visibilitychange", follow);
    window.removeEventListener("online", reopen);
    session.close();
  };
}

export function useSessionObject(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("A session hook was used outside SessionProvider.");
  return session;
}

/** Part of the session; draws again when it is another object. `select` must give the same for the same snapshot. */
export function useSnapshot<T>(select: (snapshot: Snapshot) => T): T {
  const session = useSessionObject();
  const get = () => select(session.get());
  return useSyncExternalStore(session.subscribe, get, get);
}
