/** What the address says of a query that isn't saved yet. */
export const newQueryId = "new";
