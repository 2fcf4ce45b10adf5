import { monthNumber } from "./calendar.mjs";

/** The invented company: it sells one product by seats in four plans, everywhere. */
export const regions = [
  {
    name: "North America",
    weight: 38,
    churn: 0.012,
    countries: [
      ["United States", 10],
      ["Canada", 3],
    ],
  },
  {
    name: "EMEA",
    weight: 33,
    churn: 0.014,
    countries: [
      ["Germany", 5],
      ["United Kingdom", 5],
      ["France", 4],
      ["Spain", 2],
      ["South Africa", 1],
    ],
  },
  {
    name: "APAC",
    weight: 16,
    churn: 0.016,
    countries: [
      ["Japan", 4],
      ["India", 4],
      ["Australia", 3],
      ["Singapore", 1],
    ],
  },
  {
    name: "LATAM",
    weight: 13,
    churn: 0.015,
    countries: [
      ["Brazil", 6],
      ["Mexico", 4],
      ["Colombia", 2],
      ["Chile", 1],
    ],
  },
];

/** `base` and `seat` are dollars a month; `risk` multiplies the region's churn. */
export const plans = [
  { name: "Starter", weight: 40, base: 49, seat: 9, seats: [1, 8], risk: 1.5 },
  { name: "Team", weight: 32, base: 149, seat: 15, seats: [5, 30], risk: 1 },
  { name: "Business", weight: 20, base: 399, seat: 24, seats: [15, 90], risk: 0.7 },
  { name: "Enterprise", weight: 8, base: 1_500, seat: 39, seats: [60, 400], risk: 0.4 },
];

export const features = ["Boards", "Reports", "Automations", "Forms", "API", "Mobile"];

/**
 * What there is to find: prices rise by a quarter in LATAM in July 2025. From June on customers there write about
 * their bills, from July on many leave and say why; it calms down by the end of the year.
 */
export const story = {
  region: "LATAM",
  priceChange: monthNumber(2025, 7),
  priceFactor: 1.25,
  ticketsFrom: monthNumber(2025, 6),
  ticketsUntil: monthNumber(2025, 10),
  ticketFactor: 2.8,
  churnUntil: monthNumber(2025, 11),
  churnFactor: 5.5,
};

const season = [0.94, 0.95, 1.02, 1, 1.01, 1.03, 0.96, 0.9, 1.03, 1.06, 1.08, 1.02];
export const seasonOf = (month) => season[month];
