import { expect, test } from "@playwright/test";
import { Workbench } from "../workbench";

const csv = (rows: string[]) => `Day;Amount;Count\n${rows.join("\n")}\n`;

test("[C8] [Q5] a file becomes a table at once, its types are changed, a new version takes its place, and SQL reads it", async ({
  page,
}) => {
  // Three imports, each in processes of their own.
  test.setTimeout(120_000);
  const imported = { timeout: 40_000 };
  const bench = new Workbench(page);
  await bench.open();
  const uploads = page.getByRole("list", { name: "Uploads" });
  const card = uploads.getByRole("listitem");

  // A few values don't fit: the column stays text, and says so.
  await bench.drop(
    "trips.csv",
    csv(
      Array.from({ length: 12 }, (_, at) => `3${at % 2}/1/2026;1.00${at % 10},50 €;${at === 7 ? "n/a" : at}`),
    ),
  );
  await expect(card).toContainText("12 rows, 3 columns", imported);
  await expect(card).toContainText("kept as text");
  await card.getByRole("button", { name: "Change types…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type of count").selectOption({ label: "Whole number" });
  await expect(dialog).toContainText("1 doesn't fit, such as “n/a” in row 8");
  await dialog.getByRole("tab", { name: "1 row doesn't fit" }).click();
  await expect(dialog.getByRole("cell", { name: "n/a" })).toBeVisible();
  await dialog.getByLabel("Make it NULL").check();
  await dialog.getByRole("button", { name: "Import again" }).click();
  await expect(card).toContainText("New version of trips: 12 rows", imported);

  // The same name again: whether it is a new version is the person's to say.
  await bench.drop("trips.csv", csv(["1/2/2026;5,00 €;1", "13/2/2026;7,25 €;2"]));
  const second = card.nth(1);
  await expect(second).toContainText("There is a table trips already", imported);
  await second.getByRole("button", { name: "Replace it" }).click();
  await expect(second).toContainText("New version of trips: 2 rows", imported);

  // SQL reads it: dates are dates, amounts keep their cents, and columns tell what they hold.
  await page.goto("/");
  await expect(bench.composer).toBeEditable();
  await bench.canvas.getByRole("button", { name: "New query" }).click();
  const editor = bench.canvas.getByRole("textbox", { name: "SQL" });
  await editor.fill("select max(day) as latest,sum(amount) as total from trips");
  await bench.canvas.getByRole("button", { name: "Lay out the text" }).click();
  await expect(editor).toContainText(/select\s*max/);
  await expect(bench.canvas.locator(".cm-line")).not.toHaveCount(1);
  await bench.canvas.getByRole("button", { name: "Run", exact: true }).click();
  await expect(bench.canvas.getByRole("cell", { name: "12.25" })).toBeVisible();
  await bench.canvas.getByRole("tab", { name: "Columns" }).click();
  await expect(bench.canvas.getByRole("row", { name: /^latest date 0 1/ })).toBeVisible();
  await bench.canvas.getByRole("tab", { name: "History" }).click();
  await expect(bench.canvas.getByRole("listitem")).toContainText(["1 row"]);
});
