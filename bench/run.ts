// npm run bench   ratios measured in one run on this machine; never a test.
import { benchRows } from "./rows";

console.log("Rows (P4)");
for (const [what, measured] of Object.entries(await benchRows())) console.log(`  ${what}: ${measured}`);
process.exit(0);
