const nouns = {
  boolean: "true or false",
  integer: "whole numbers",
  number: "numbers",
  decimal: "numbers",
  date: "dates",
  timestamp: "times",
  timestamptz: "times",
  time: "times of day",
};
const orders = { dmy: "day, month, year", mdy: "month, day, year" };

/** What to tell of how a column was read, as sentences. */
export function columnNotes({ reading, almost, misfits, values, doubt, symbols, percents }) {
  const notes = [];
  if (almost)
    notes.push(
      `${misfits} of ${values} values ${misfits === 1 ? "isn't" : "aren't"} ${nouns[almost.as]}, so it was kept as text.`,
    );
  if (doubt && reading.order)
    notes.push(`Day and month can't be told apart: read as ${orders[reading.order]}.`);
  else if (doubt)
    notes.push(
      reading.style === "comma"
        ? "What a separator means can't be told: the comma was read as the decimal mark."
        : "What a separator means can't be told: the comma was read as one of thousands.",
    );
  else if (reading.style === "comma") notes.push("A comma is the decimal mark.");
  if (percents) notes.push("Percent became shares: 12% is 0.12.");
  if (symbols) notes.push("The currency was left out.");
  return notes;
}
