/** A name and a text as they may stand in the worker's own SQL. */
export const quote = (name) => `"${name.replaceAll('"', '""')}"`;
export const literal = (text) => `'${text.replaceAll("'", "''")}'`;
