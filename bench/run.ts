// npm run bench   ratios measured in one run on this machine; never a test.
import { benchRows } from "./rows";

// Workers that only wait keep no process alive; a server's sockets do.
setInterval(() => {}, 1_000);
console.log("Rows (P4)");
for (const [what, measured] of Object.entries(await benchRows())) console.log(`  ${what}: ${measured}`);
process.exit(0);
