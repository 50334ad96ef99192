import { formatMoney } from "#lib/core/money/money";
import { dayOf, formatDay } from "#lib/core/time/time";
import type { CreditAccount } from "#lib/credit-book/credit-account";

type OwingAccount = Pick<CreditAccount, "name" | "phoneE164" | "owed" | "count"> & {
  sales: readonly Pick<
    CreditAccount["sales"][number],
    "what" | "owed" | "dueOn" | "createdAt" | "purchase"
  >[];
};

/** Sales that a reminder names; it counts the others. */
const MAX_NAMED = 5;

/**
 * Builds the address that opens WhatsApp with a reminder to a customer of what they owe. Leaves out
 * purchases that were refunded.
 * @returns null when nothing else is owed.
 */
export function buildReminderUrl(account: OwingAccount, seller: string): string | null {
  const sales = account.sales.filter(({ purchase }) => !purchase?.refunded);
  const refunded = account.sales.filter(({ purchase }) => purchase?.refunded);
  const [first] = sales;
  if (!first) return null;
  const owed = refunded.reduce((sum, sale) => sum - sale.owed, account.owed);
  const count = account.count - refunded.length;
  const text = [
    `Hello${account.name && ` ${account.name}`}, you owe ${seller} ${formatMoney(owed)}:`,
    ...sales.slice(0, MAX_NAMED).map(formatSale),
    ...(count > MAX_NAMED ? [`and ${count - MAX_NAMED} more`] : []),
    formatRequest(first.dueOn),
    "Thank you.",
  ].join("\n");
  return `https://wa.me/${account.phoneE164.replace("+", "")}?text=${encodeURIComponent(text)}`;
}

const formatSale = ({ what, owed, createdAt }: OwingAccount["sales"][number]) =>
  `${what}, ${formatDay(dayOf(createdAt), { weekday: false })}: ${formatMoney(owed)}`;

const formatRequest = (dueOn: string) =>
  dueOn < dayOf(new Date())
    ? `It was due on ${formatDay(dueOn)}. Please pay now.`
    : `Please pay by ${formatDay(dueOn)}.`;
