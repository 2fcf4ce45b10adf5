/** The agent that answers the person; delegates have names of their own. Server and browser both know it. */
export const entryAgent = "analyst";
