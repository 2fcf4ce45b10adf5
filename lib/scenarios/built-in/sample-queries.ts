/** SQL texts over the sample company, shared by the scenarios. */
export const churnByRegion = `select a.region, round(100.0 * count(*) filter (s.status = 'churned') / count(*), 1) as churn_percent
from subscriptions s join accounts a using (account_id)
group by a.region order by churn_percent desc`;

export const accountsByRegion = `select region, count(*) as accounts from accounts group by region order by accounts desc`;

export const revenueByPlan = `select plan, round(sum(mrr), 2) as revenue from subscriptions
where status = 'active' group by plan order by revenue desc`;
