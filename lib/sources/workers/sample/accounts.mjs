import { monthCount, monthStart } from "./calendar.mjs";
import { plans, regions } from "./company.mjs";
import { randomFor } from "./random.mjs";

const first = [
  "Amber",
  "Birch",
  "Cobalt",
  "Delta",
  "Ember",
  "Fjord",
  "Granite",
  "Harvest",
  "Indigo",
  "Juniper",
  "Kestrel",
  "Linden",
  "Meadow",
  "Nimbus",
  "Orchard",
  "Pioneer",
  "Quartz",
  "Raven",
  "Summit",
  "Tidal",
];
const second = [
  "Analytics",
  "Bakery",
  "Clinic",
  "Design",
  "Energy",
  "Freight",
  "Garden",
  "Homes",
  "Insurance",
  "Journal",
  "Kitchen",
  "Legal",
  "Motors",
  "Networks",
  "Optics",
  "Print",
  "Robotics",
  "Studio",
  "Travel",
  "Works",
];
const industries = [
  ["Software", 9],
  ["Retail", 7],
  ["Finance", 5],
  ["Health", 5],
  ["Manufacturing", 4],
  ["Media", 3],
  ["Education", 3],
  ["Logistics", 2],
];
const channels = [
  ["Search", 8],
  ["Referral", 5],
  ["Partner", 4],
  ["Advertising", 4],
  ["Event", 2],
];

/** Who the customers are, and the month each begins; a third of them were there before the records start. */
export function makeAccounts(count) {
  const random = randomFor("accounts");
  return Array.from({ length: count }, (_, index) => {
    const region = random.weighted(regions.map((each) => [each, each.weight]));
    const plan = random.weighted(plans.map((each, place) => [place, each.weight]));
    const startMonth = random.chance(0.35) ? 0 : random.whole(1, monthCount - 1);
    const startDay =
      monthStart(startMonth) + (startMonth === 0 ? -random.whole(10, 600) : random.whole(0, 26));
    const [fewest, most] = plans[plan].seats;
    return {
      id: index + 1,
      name: `${random.pick(first)} ${random.pick(second)} ${random.whole(10, 99)}`,
      region,
      country: random.weighted(region.countries),
      industry: random.weighted(industries),
      channel: random.weighted(channels),
      plan,
      seats: random.whole(fewest, most),
      startMonth,
      startDay,
    };
  });
}
