import { monthOfYear, monthStart } from "./calendar.mjs";
import { plans, seasonOf } from "./company.mjs";
import { randomFor } from "./random.mjs";

const products = [
  ["Extra storage", "Add-on", 40],
  ["Audit log", "Add-on", 90],
  ["Single sign-on", "Add-on", 150],
  ["Priority support", "Support", 260],
  ["Training day", "Services", 900],
  ["Onboarding", "Services", 1_200],
];
const statuses = [
  ["paid", 91],
  ["pending", 5],
  ["refunded", 4],
];

/** What customers bought beside their plan, oldest first. */
export function makeOrders(months) {
  const random = randomFor("orders");
  const orders = [];
  for (const { account, month, plan, movement } of months) {
    if (movement === "churn") continue;
    const busy = 0.55 * seasonOf(monthOfYear(month)) * (1 + plan * 0.35);
    for (let left = busy; left > 0; left -= 1) {
      if (!random.chance(Math.min(1, left))) continue;
      const [product, category, price] = random.pick(products);
      const quantity = random.whole(1, 2 + plan);
      const discount = random.weighted([
        [0, 78],
        [10, 16],
        [25, 6],
      ]);
      orders.push({
        account,
        plan: plans[plan].name,
        product,
        category,
        quantity,
        discount,
        revenue: Math.round(price * quantity * (100 - discount)),
        status: random.weighted(statuses),
        second: monthStart(month) * 86_400 + random.whole(0, 27 * 86_400),
      });
    }
  }
  return orders.sort((one, other) => one.second - other.second || one.account.id - other.account.id);
}
