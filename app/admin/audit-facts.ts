import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { formatMoney } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";

/** "singleAdminLimit" → "single admin limit". */
export const formatFactName = (name: string) =>
  FACT_LABELS[name] ?? name.replaceAll("_", " ").replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

export const NO_FACT = "none";

/** Facts whose recorded name says too little. */
const FACT_LABELS: Readonly<Record<string, string>> = {
  by: "decided by",
  ips: "IP addresses",
  on: "turned on",
  off: "turned off",
  own: "with the shop’s provider keys",
  lines: "transactions",
};

/** Recorded values in the words of the pages. */
const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  state: {
    queued: "Processing",
    sending: "Processing",
    successful: "Delivered",
    unconfirmed: "Unconfirmed",
    failed: "Failed, refunded",
    reversed: "Reversed",
  },
  by: { answer: "the network", chain: "balances", cancelled: "the buyer", admin: "an admin" },
};

const levelLabel = (level: string) => new Map(Object.entries(LEVEL_LABELS)).get(level) ?? level;

/** Facts as text: "hidden" → "no". */
export function toTextFacts(facts: unknown): Record<string, string> {
  if (typeof facts !== "object" || facts === null) return {};
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, formatFactValue(name, value)]),
  );
}

/** Facts that are money: their records keep minor units as text. */
const MONEY_FACT_PATTERN = new RegExp(
  `^(${[
    "wallet|floor|held|reward|minimum|cap|volume|gross|fee|charged|commission|booked|paid_out|credited|accepted",
    ".*(amount|price|limit|balance|above|below|cost)",
  ].join("|")})$`,
  "i",
);

/** Facts that are instants, as JSON keeps them. */
const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function formatFactValue(name: string, value: unknown): string {
  if (typeof value === "string" && MONEY_FACT_PATTERN.test(name) && /^-?\d+$/.test(value))
    return formatMoney(BigInt(value));
  if (typeof value === "string" && INSTANT_PATTERN.test(value)) return formatTime(new Date(value));
  if (name === "level" && typeof value === "string") return levelLabel(value);
  const label = VALUE_LABELS[name]?.[String(value)];
  if (label) return label;
  if (value === null || value === "") return NO_FACT;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ") || NO_FACT;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
