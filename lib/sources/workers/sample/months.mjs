import { monthCount, monthStart } from "./calendar.mjs";
import { plans, story } from "./company.mjs";
import { randomFor } from "./random.mjs";

const reasons = [
  ["Missing feature", 6],
  ["Competitor", 4],
  ["Price", 3],
  ["Support", 2],
  ["Went out of business", 1],
  ["No longer needed", 4],
];

function cents(plan, seats, region, month) {
  const raised = region.name === story.region && month >= story.priceChange;
  return Math.round((plan.base + plan.seat * seats) * 100 * (raised ? story.priceFactor : 1));
}

function leaves(random, account, plan, month) {
  const upset =
    account.region.name === story.region && month >= story.priceChange && month <= story.churnUntil;
  const share = account.region.churn * plan.risk * (upset ? story.churnFactor : 1);
  if (!random.chance(share)) return undefined;
  const reason = upset && random.chance(0.75) ? "Price" : random.weighted(reasons);
  return { reason, day: monthStart(month) + random.whole(0, 26) };
}

/** One step of a customer's plan and seats, and what to call it. */
function move(random, state) {
  const step = random.whole(1, 1_000);
  if (step <= 12 && state.plan < plans.length - 1) {
    const plan = state.plan + 1;
    return { plan, seats: Math.max(state.seats, plans[plan].seats[0]), movement: "expansion" };
  }
  if (step <= 70) return { ...state, seats: state.seats + random.whole(1, 4), movement: "expansion" };
  if (step <= 95 && state.seats > 2)
    return {
      ...state,
      seats: state.seats - random.whole(1, Math.min(3, state.seats - 1)),
      movement: "contraction",
    };
  return { ...state, movement: "renewal" };
}

/**
 * Each customer's months until it leaves: `{ account, month, plan, seats, mrr, change, movement }` with money in cents,
 * and where each stands at the end.
 */
export function makeMonths(accounts) {
  const random = randomFor("months");
  const months = [];
  const ends = [];
  for (const account of accounts) {
    let state = { plan: account.plan, seats: account.seats };
    let mrr = 0;
    let left;
    for (let month = account.startMonth; month < monthCount && !left; month++) {
      const begins = month === account.startMonth;
      if (!begins) left = leaves(random, account, plans[state.plan], month);
      if (left) {
        months.push({ account, month, ...state, mrr: 0, change: -mrr, movement: "churn" });
        break;
      }
      const { movement, ...next } = begins
        ? { ...state, movement: account.startDay < monthStart(0) ? "renewal" : "new" }
        : move(random, state);
      state = next;
      const before = mrr;
      mrr = cents(plans[state.plan], state.seats, account.region, month);
      const change = begins && movement === "renewal" ? 0 : mrr - before;
      const raised = movement === "renewal" && !begins && mrr !== before;
      months.push({ account, month, ...state, mrr, change, movement: raised ? "price change" : movement });
    }
    ends.push({ account, ...state, mrr, left });
  }
  return { months, ends };
}
