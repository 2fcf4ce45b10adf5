import { monthStart, weekday } from "./calendar.mjs";
import { features, plans, regions } from "./company.mjs";
import { randomFor } from "./random.mjs";

const weekdays = [0.35, 1, 1.06, 1.05, 1.03, 0.94, 0.4];
const favour = [1, 0.6, 0.42, 0.3, 0.2, 0.5];

/** Seats in use, by month, region and plan. */
function seatsInUse(months) {
  const seats = new Map();
  for (const { account, month, plan, seats: count, movement } of months) {
    if (movement === "churn") continue;
    const key = `${month}/${account.region.name}/${plan}`;
    seats.set(key, (seats.get(key) ?? 0) + count);
  }
  return seats;
}

/** How much the product is used: one row for each day, region, plan and feature. */
export function makeUsage(months, monthCount) {
  const random = randomFor("usage");
  const seats = seatsInUse(months);
  const rows = [];
  for (let month = 0; month < monthCount; month++)
    for (let day = monthStart(month); day < monthStart(month + 1); day++)
      for (const region of regions)
        for (const [place, plan] of plans.entries()) {
          const inUse = seats.get(`${month}/${region.name}/${place}`) ?? 0;
          for (const [index, feature] of features.entries()) {
            const users = Math.round(
              inUse * 0.55 * favour[index] * weekdays[weekday(day)] * random.wobble(0.16),
            );
            const calls = users * (feature === "API" ? random.whole(90, 160) : random.whole(4, 14));
            rows.push({
              day,
              region: region.name,
              plan: plan.name,
              feature,
              users,
              calls,
              errors: Math.round(calls * random.between(0, 0.006)),
            });
          }
        }
  return rows;
}
