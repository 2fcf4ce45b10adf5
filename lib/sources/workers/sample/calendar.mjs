const dayMs = 86_400_000;

/** Days since 1970 of the first of a month; months count from January 2024 as 0. */
export function monthStart(month) {
  return Date.UTC(2024, month, 1) / dayMs;
}

export const monthCount = 34;
export const monthNumber = (year, month) => (year - 2024) * 12 + month - 1;
/** 0 is January. */
export const monthOfYear = (month) => ((month % 12) + 12) % 12;
/** 0 is Sunday. 1 January 1970 was a Thursday. */
export const weekday = (day) => (day + 4) % 7;
