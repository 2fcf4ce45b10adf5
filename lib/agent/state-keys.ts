/** Who writes a key of the state, and whether the browser sees it (O1). */
export type StateKey = { writer: "server" | "effects" | "browser"; visible: boolean };

/** One entry per known key; any other key is the browser's. */
export type StateKeys = Readonly<Record<string, StateKey>>;
