import { monthOfYear, monthStart } from "./calendar.mjs";
import { plans, seasonOf, story } from "./company.mjs";
import { randomFor } from "./random.mjs";

const priorities = [
  ["low", 28],
  ["normal", 52],
  ["high", 15],
  ["urgent", 5],
];
const categories = [
  ["How-to", 6],
  ["Bug", 5],
  ["Integration", 3],
  ["Billing", 3],
  ["Outage", 1],
];
const upsetCategories = [
  ["Billing", 12],
  ["How-to", 3],
  ["Bug", 2],
];
const minutes = { low: [60, 1_400], normal: [30, 700], high: [10, 240], urgent: [2, 45] };

function isUpset(account, month) {
  return account.region.name === story.region && month >= story.ticketsFrom && month <= story.ticketsUntil;
}

/** What customers wrote to support about, oldest first. In the story's region they write before they leave. */
export function makeTickets(months) {
  const random = randomFor("tickets");
  const tickets = [];
  for (const { account, month, plan } of months) {
    const upset = isUpset(account, month);
    const busy = 0.62 * seasonOf(monthOfYear(month)) * (1 + plan * 0.2) * (upset ? story.ticketFactor : 1);
    for (let left = busy; left > 0; left -= 1) {
      if (!random.chance(Math.min(1, left))) continue;
      const priority = random.weighted(priorities);
      const response = Math.round(random.between(...minutes[priority]) * (upset ? 1.5 : 1));
      const opened = monthStart(month) * 86_400 + random.whole(0, 27 * 86_400);
      const solved = random.chance(0.94);
      tickets.push({
        account,
        plan: plans[plan].name,
        priority,
        category: random.weighted(upset ? upsetCategories : categories),
        status: solved ? "resolved" : "open",
        satisfaction:
          solved && random.chance(0.6)
            ? random.weighted(
                upset
                  ? [
                      [1, 4],
                      [2, 4],
                      [3, 3],
                      [4, 1],
                    ]
                  : [
                      [2, 1],
                      [3, 2],
                      [4, 5],
                      [5, 6],
                    ],
              )
            : null,
        response,
        opened,
        resolved: solved ? opened + response * 60 * random.whole(2, 14) : null,
      });
    }
  }
  return tickets.sort((one, other) => one.opened - other.opened || one.account.id - other.account.id);
}
