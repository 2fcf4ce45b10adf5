import { makeAccounts } from "./accounts.mjs";
import { monthCount, monthStart } from "./calendar.mjs";
import { plans } from "./company.mjs";
import { makeMonths } from "./months.mjs";
import { makeOrders } from "./orders.mjs";
import { date, money, timestamp, writeTable } from "./table-writer.mjs";
import { makeTickets } from "./tickets.mjs";
import { makeUsage } from "./usage.mjs";

/**
 * Writes the sample company's tables, the same at every run. Region and plan stand in each of them, so that the first
 * questions need no join; account_id joins the rest.
 */
export async function writeSample(connection, accountCount, tell) {
  const accounts = makeAccounts(accountCount);
  const { months, ends } = makeMonths(accounts);
  const write = async (name, columns, rows) => {
    await writeTable(connection, name, columns, rows);
    tell(name, rows.length);
  };

  await write(
    "accounts",
    [
      ["account_id", "INTEGER"],
      ["name", "VARCHAR"],
      ["region", "VARCHAR"],
      ["country", "VARCHAR"],
      ["industry", "VARCHAR"],
      ["channel", "VARCHAR"],
      ["plan", "VARCHAR"],
      ["created_on", "DATE"],
    ],
    ends.map(({ account: a, plan }) => [
      a.id,
      a.name,
      a.region.name,
      a.country,
      a.industry,
      a.channel,
      plans[plan].name,
      date(a.startDay),
    ]),
  );
  await write(
    "subscriptions",
    [
      ["subscription_id", "INTEGER"],
      ["account_id", "INTEGER"],
      ["region", "VARCHAR"],
      ["plan", "VARCHAR"],
      ["seats", "INTEGER"],
      ["mrr", "DECIMAL(12,2)"],
      ["status", "VARCHAR"],
      ["churned", "BOOLEAN"],
      ["started_on", "DATE"],
      ["ended_on", "DATE"],
      ["churn_reason", "VARCHAR"],
    ],
    ends.map(({ account: a, plan, seats, mrr, left }) => [
      10_000 + a.id,
      a.id,
      a.region.name,
      plans[plan].name,
      seats,
      money(mrr),
      left ? "churned" : "active",
      left !== undefined,
      date(a.startDay),
      date(left?.day ?? null),
      left?.reason ?? null,
    ]),
  );
  months.sort((one, other) => one.month - other.month || one.account.id - other.account.id);
  await write(
    "mrr_monthly",
    [
      ["month", "DATE"],
      ["account_id", "INTEGER"],
      ["region", "VARCHAR"],
      ["plan", "VARCHAR"],
      ["seats", "INTEGER"],
      ["mrr", "DECIMAL(12,2)"],
      ["mrr_change", "DECIMAL(12,2)"],
      ["movement", "VARCHAR"],
    ],
    months.map((m) => [
      date(monthStart(m.month)),
      m.account.id,
      m.account.region.name,
      plans[m.plan].name,
      m.seats,
      money(m.mrr),
      money(m.change),
      m.movement,
    ]),
  );
  await write(
    "orders",
    [
      ["order_id", "INTEGER"],
      ["account_id", "INTEGER"],
      ["region", "VARCHAR"],
      ["plan", "VARCHAR"],
      ["product", "VARCHAR"],
      ["category", "VARCHAR"],
      ["quantity", "INTEGER"],
      ["revenue", "DECIMAL(12,2)"],
      ["discount_percent", "INTEGER"],
      ["status", "VARCHAR"],
      ["ordered_at", "TIMESTAMP"],
    ],
    makeOrders(months).map((o, index) => [
      index + 1,
      o.account.id,
      o.account.region.name,
      o.plan,
      o.product,
      o.category,
      o.quantity,
      money(o.revenue),
      o.discount,
      o.status,
      timestamp(o.second),
    ]),
  );
  await write(
    "tickets",
    [
      ["ticket_id", "INTEGER"],
      ["account_id", "INTEGER"],
      ["region", "VARCHAR"],
      ["plan", "VARCHAR"],
      ["category", "VARCHAR"],
      ["priority", "VARCHAR"],
      ["status", "VARCHAR"],
      ["satisfaction", "INTEGER"],
      ["first_response_minutes", "INTEGER"],
      ["opened_at", "TIMESTAMP"],
      ["resolved_at", "TIMESTAMP"],
    ],
    makeTickets(months).map((t, index) => [
      index + 1,
      t.account.id,
      t.account.region.name,
      t.plan,
      t.category,
      t.priority,
      t.status,
      t.satisfaction,
      t.response,
      timestamp(t.opened),
      timestamp(t.resolved),
    ]),
  );
  await write(
    "usage_daily",
    [
      ["day", "DATE"],
      ["region", "VARCHAR"],
      ["plan", "VARCHAR"],
      ["feature", "VARCHAR"],
      ["active_users", "INTEGER"],
      ["api_calls", "INTEGER"],
      ["errors", "INTEGER"],
    ],
    makeUsage(months, monthCount).map((u) => [
      date(u.day),
      u.region,
      u.plan,
      u.feature,
      u.users,
      u.calls,
      u.errors,
    ]),
  );
}
