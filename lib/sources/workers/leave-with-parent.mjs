/** A worker has no life without its server: it ends when the channel closes, also on hot reload and on Windows. */
export function leaveWithParent() {
  process.on("disconnect", () => process.exit(0));
  // Ctrl-C reaches the whole group: the server decides when its workers end.
  process.on("SIGINT", () => {});
}
