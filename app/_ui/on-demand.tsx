"use client";

import { type ComponentType, lazy, useState } from "react";

/**
 * A component whose code is loaded when it is first drawn, or before by `preload`. Unlike React's own `lazy`, what is there
 * already is drawn at once, and not held back like something that was waited for.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined;
  const preload = async () => {
    loaded = await load();
    return loaded;
  };
  const Waiting = lazy(async () => ({ default: await preload() }));
  // biome-ignore lint/correctness/noComponentHookFactories: made once, at the top of a module
  function OnDemand(props: P) {
    // The same for as long as it stands, so that nothing is drawn anew when the code has come.
    const [Part] = useState<ComponentType<P>>(() => loaded ?? Waiting);
    return <Part {...props} />;
  }
  return Object.assign(OnDemand, { preload });
}
