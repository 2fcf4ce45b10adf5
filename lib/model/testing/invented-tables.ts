/** Tables nobody has seen before, as CSV, each of another world. The same every time. */
export const inventedTables: Record<string, string> = {
  coffee_sales: csv("Sold on,Store,Drink,Cups,Price", 200, (index) => [
    day(index),
    pick(index, ["Harbour", "Old Town", "Station"]),
    pick(index * 7, ["Latte", "Espresso", "Mocha"]),
    1 + (index % 4),
    [2.5, 3, 4][index % 3] ?? 3,
  ]),
  bugs: csv("bug_id,title,severity,component,status,reported_at", 120, (index) => [
    index,
    `Number ${index} falls over`,
    pick(index, ["low", "high", "critical"]),
    pick(index * 5, ["api", "web", "mobile"]),
    pick(index >> 1, ["open", "closed"]),
    day(index),
  ]),
  survey_answers: csv("respondent,department,satisfaction,remote", 90, (index) => [
    index,
    pick(index, ["Sales", "Engineering", "HR"]),
    1 + (index % 5),
    index % 2 === 0,
  ]),
  race_results: csv("runner,country,category,finish_minutes", 80, (index) => [
    `Runner ${index}`,
    pick(index, ["FR", "DE", "IT"]),
    pick(index >> 1, ["elite", "amateur"]),
    140 + index,
  ]),
};

type Value = string | number | boolean;

function csv(header: string, rows: number, row: (index: number) => Value[]): string {
  const lines = Array.from({ length: rows }, (_, index) => row(index).join(","));
  return [header, ...lines, ""].join("\n");
}

function pick(index: number, values: readonly string[]): string {
  return values[index % values.length] ?? "";
}

function day(index: number): string {
  return new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
}
