import { expect, test } from "@playwright/test";
import { playScenario, Workbench } from "../workbench";

const answer = "The dashboard shows churn by region and revenue by plan.";

test("[C9] [T3] [L4] a delegate's work can be opened call by call; the conversation is saved as a scenario and plays again", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await playScenario(page, "delegate-dashboard");
  await bench.open();
  await bench.ask("Build it together.");
  await expect(bench.widget("Revenue by plan")).toBeVisible();

  const delegate = bench.chat.getByRole("button", { name: /^Visualizer.*1 call · .* · .*tokens/ });
  await delegate.click();
  await expect(bench.chat.getByText(/^Asked to: Plot queries q_\w+ and q_\w+/)).toBeVisible();
  await expect(bench.chat.getByText("Both widgets are drawn.")).toBeVisible();
  await bench.chat.getByRole("button", { name: /^Plotted 2 widgets on “Churn and revenue”/ }).click();
  await expect(bench.chat.getByRole("region", { name: "Arguments" })).toContainText("churn_percent");
  await expect(bench.chat.getByRole("region", { name: "Result" })).toContainText("Plotted w_");

  const saving = page.waitForResponse((response) => response.url().endsWith("/scenario"));
  await page.getByRole("button", { name: "Conversations" }).click();
  await page.getByRole("button", { name: "Save as scenario" }).click();
  const { name, saved, scenario } = await (await saving).json();
  expect(saved).toBe(true);
  expect(scenario.turns).toEqual([{ user: "Build it together." }]);
  expect(JSON.stringify(scenario), "ids are references").not.toMatch(/"[dwq]_[0-9a-z]{8}"/);
  await expect(page.getByText(`npm run lab -- run ${name}`)).toBeVisible();

  await page.unroute("**/api/agent");
  await playScenario(page, name);
  await bench.open(`/threads/t_${crypto.randomUUID()}`);
  await bench.ask("Build it together.");
  await expect(bench.chat.getByText(answer)).toBeVisible();
  await expect(bench.widget("Churn by region")).toBeVisible();
  await expect(bench.widgets()).toHaveCount(2);
});
