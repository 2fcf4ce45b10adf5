import { expect, test } from "@playwright/test";
import { Workbench } from "../workbench";

/** What a person sees of each failure, and the ways on that it offers. */
const faces = [
  {
    wish: "bad_key",
    title: "The model’s key was refused",
    says: /Check the key in \.env\.local/,
    retry: true,
  },
  {
    wish: "no_such_model",
    title: "That didn’t work",
    says: /doesn't know this model.*Check MODEL/,
    retry: true,
  },
  {
    wish: "rate_limit",
    title: "The model’s provider asks for a pause",
    says: /Wait 1 s and send/,
    retry: true,
  },
  {
    wish: "overloaded",
    title: "The model isn’t available right now",
    says: /again in a minute/,
    retry: true,
  },
  { wish: "no_credit", title: "A limit is reached", says: /has no credit left\. Add credit/, retry: false },
  {
    wish: "context_too_long",
    title: "That is too long for this model",
    says: /Start a new conversation/,
    retry: false,
  },
  { wish: "refuse", title: "The model declined to answer", says: /Say it differently/, retry: true },
];

test("[T5] each failure of a provider says what happened and what to do, and the conversation goes on", async ({
  page,
}) => {
  // Nine answers in one conversation: that they follow one another is a part of it.
  test.slow();
  const bench = new Workbench(page);
  const alert = bench.chat.getByRole("alert");
  await bench.open();
  for (const { wish, title, says, retry } of faces) {
    await bench.ask(`Please ${wish}`);
    await expect(alert.getByText(title, { exact: true })).toBeVisible();
    await expect(alert).toContainText(says);
    await expect(alert.getByRole("button", { name: "Try again" })).toBeVisible({ visible: retry });
    await expect(alert).not.toContainText(/sk-secret|127\.0\.0\.1/);
  }

  await bench.ask("Please cut");
  await expect(alert.getByText("The answer broke off", { exact: true })).toBeVisible();
  await expect(bench.turns().last()).toContainText("Once upon a time");
  await alert.getByRole("button", { name: "Continue" }).click();
  await expect(bench.turns().last()).toContainText("…it sold tea, too.");
  await expect(alert).toBeHidden();

  await bench.ask("Please think");
  const answer = bench.turns().last();
  await expect(answer).toContainText("I have thought about it.");
  await expect(answer).not.toContainText("The person wants to see me think.");
  await answer.getByRole("button", { name: "Thoughts" }).click();
  await expect(answer.getByText("The person wants to see me think.")).toBeVisible();
  await answer.getByText("105 tokens").hover();
  await expect(page.getByText("100 read, 60% of them from the cache; 5 written")).toBeVisible();
  await page.reload();
  await expect(bench.turns().last().getByRole("button", { name: "Thoughts" })).toBeVisible();
});
