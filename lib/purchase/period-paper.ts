import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money";
import { drawPaper, type PaperPart } from "#lib/core/paper";
import { endOfDay, sayDay } from "#lib/core/time";
import { ENTRY_WORDS } from "#lib/ledger/entry-words";
import { type PeriodInput, type PeriodView, period } from "./period.ts";

/** A month or a year of the acting reseller's wallet as PDF. @throws as `period` and `drawPaper`. */
export async function periodPaper(ctx: Ctx, input: PeriodInput): Promise<Buffer> {
  const view = await period(ctx, input);
  const { name, email } = view.reseller;
  const year = view.period.length === 4;
  const title = `${year ? "Summary" : "Statement"} of ${sayPeriod(view.period)}`;
  const { PORTAL_NAME, CURRENCY } = env();
  const until = view.closed ? "" : ", so far";
  return drawPaper(`${requireReseller(ctx).id}`, {
    title,
    head: PORTAL_NAME,
    lead: `${name}, ${email}. ${sayDate(view.from)} to ${sayDate(view.to)}${until}. All amounts in ${CURRENCY}.`,
    foot: `${PORTAL_NAME} · ${name} · ${title}`,
    at: view.closed ? endOfDay(view.to) : new Date(),
    parts: [...balances(view), ...networks(view), ...months(view), ...earned(view), ...lines(view)],
  });
}

/** "November 2026", or "2026". */
export function sayPeriod(period: string): string {
  if (period.length === 4) return period;
  const month = new Intl.DateTimeFormat(env().LOCALE, { month: "long", timeZone: "UTC" });
  return `${month.format(new Date(`${period}-01T00:00:00Z`))} ${period.slice(0, 4)}`;
}

const sayDate = (day: string) => `${sayDay(day, { weekday: false })} ${day.slice(0, 4)}`;
const countOf = (count: number) => count.toLocaleString(env().LOCALE);

const END = { end: true } as const;

function balances({ opening, closing, kinds }: PeriodView): PaperPart[] {
  const moved = kinds.map(({ kind, count, amount }) => [
    ENTRY_WORDS[kind],
    countOf(count),
    formatMoney(amount),
  ]);
  return [
    { kind: "heading", text: "The wallet" },
    {
      kind: "table",
      sum: true,
      columns: [
        { head: "What", share: 3 },
        { head: "How often", share: 1, ...END },
        { head: "Amount", share: 2, ...END },
      ],
      rows: [
        ["Opening balance", "", formatMoney(opening)],
        ...moved,
        ["Closing balance", "", formatMoney(closing)],
      ],
    },
  ];
}

function networks({ networks }: PeriodView): PaperPart[] {
  if (networks.length === 0) return [];
  const all = networks.map(({ name, bought, back }) => ({ name, bought, back }));
  const total = (of: "bought" | "back") => ({
    count: all.reduce((sum, one) => sum + one[of].count, 0),
    amount: all.reduce((sum, one) => sum + one[of].amount, 0n),
  });
  return [
    { kind: "heading", text: "Bought, by network" },
    {
      kind: "table",
      sum: true,
      columns: [
        { head: "Network", share: 2 },
        { head: "Bought", share: 1, ...END },
        { head: "For", share: 2, ...END },
        { head: "Came back", share: 1, ...END },
        { head: "Money back", share: 2, ...END },
        { head: "Spent", share: 2, ...END },
      ],
      rows: [...all, { name: "All networks", bought: total("bought"), back: total("back") }].map(
        ({ name, bought, back }) => [
          name,
          countOf(bought.count),
          formatMoney(-bought.amount),
          countOf(back.count),
          formatMoney(back.amount),
          formatMoney(-bought.amount - back.amount),
        ],
      ),
    },
  ];
}

function months({ months }: PeriodView): PaperPart[] {
  if (months.length === 0) return [];
  return [
    { kind: "heading", text: "Month by month" },
    {
      kind: "table",
      columns: [
        { head: "Month", share: 2 },
        { head: "Opening", share: 2, ...END },
        { head: "Money in", share: 2, ...END },
        { head: "Money out", share: 2, ...END },
        { head: "Closing", share: 2, ...END },
      ],
      rows: months.map(({ month, opening, in: into, out, closing }) => [
        sayPeriod(month),
        ...[opening, into, out, closing].map(formatMoney),
      ]),
    },
  ];
}

function earned({ earned: { sold, retail, paid, profit, unpriced } }: PeriodView): PaperPart[] {
  if (sold === 0) return [];
  const rest = unpriced > 0 ? `; ${countOf(unpriced)} more have no price noted and are not in it` : "";
  return [
    { kind: "heading", text: "Profit" },
    {
      kind: "text",
      text: `By the prices that the reseller noted for ${countOf(sold)} delivered purchases${rest}. By the day of purchase.`,
    },
    {
      kind: "facts",
      facts: [
        ["Customers paid", formatMoney(retail)],
        ["Paid for it here", formatMoney(paid)],
        ["Profit", formatMoney(profit)],
      ],
    },
  ];
}

function lines({ period, lines, kinds }: PeriodView): PaperPart[] {
  if (period.length === 4 || kinds.length === 0) return [];
  if (!lines) return [{ kind: "text", text: "Each entry is in the CSV file of this month." }];
  const day = (at: Date) =>
    new Intl.DateTimeFormat(env().LOCALE, {
      timeZone: env().TIME_ZONE,
      ...{ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
    }).format(at);
  return [
    { kind: "heading", text: "Each entry" },
    {
      kind: "table",
      columns: [
        { head: "When", share: 2 },
        { head: "What", share: 5 },
        { head: "Amount", share: 2, ...END },
        { head: "Balance", share: 2, ...END },
      ],
      rows: lines.map(({ at, kind, purchase, reason, amount, balance }) => [
        day(at),
        [ENTRY_WORDS[kind], purchase ? `${purchase.what}, ${purchase.phone}` : reason]
          .filter(Boolean)
          .join(": "),
        formatMoney(amount),
        formatMoney(balance),
      ]),
    },
  ];
}
