import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { getLocale } from "#lib/core/locale";
import { formatExactMoney } from "#lib/core/money/money";
import { endOfDay, formatDay } from "#lib/core/time/time";
import { drawPdf, type PdfPart } from "#lib/drawing/pdf";
import { ENTRY_LABELS } from "#lib/ledger/entry-labels";
import { getPeriodStatement, type PeriodInput, type PeriodStatementView } from "./period-statement.ts";
import type { StatementLine } from "./wallet-statement.ts";

/**
 * Renders the statement of a month or a year of the acting reseller's wallet as PDF.
 * @throws not_found like `getPeriodStatement`.
 */
export async function renderPeriodPdf(ctx: Ctx, input: PeriodInput): Promise<Buffer> {
  const view = await getPeriodStatement(ctx, input);
  const { name, email } = view.reseller;
  const year = view.period.length === 4;
  const title = `${year ? "Summary" : "Statement"} of ${formatPeriod(view.period)}`;
  const { PORTAL_NAME, CURRENCY } = env();
  const until = view.closed ? "" : ", so far";
  return drawPdf(
    { ...ctx, owner: `${requireReseller(ctx).id}` },
    {
      title,
      head: PORTAL_NAME,
      lead: `${name}, ${email}. ${formatDayAndYear(view.from)} to ${formatDayAndYear(view.to)}${until}. All amounts in ${CURRENCY}.`,
      foot: `${PORTAL_NAME} · ${name} · ${title}`,
      at: view.closed ? endOfDay(view.to) : new Date(),
      parts: [
        ...buildBalanceParts(view),
        ...buildNetworkParts(view),
        ...buildMonthParts(view),
        ...buildProfitParts(view),
        ...buildEntryParts(view),
      ],
    },
  );
}

/** "November 2026", or "2026". */
export function formatPeriod(period: string): string {
  if (period.length === 4) return period;
  const month = new Intl.DateTimeFormat(getLocale(), { month: "long", timeZone: "UTC" });
  return `${month.format(new Date(`${period}-01T00:00:00Z`))} ${period.slice(0, 4)}`;
}

const formatDayAndYear = (day: string) => `${formatDay(day, { weekday: false })} ${day.slice(0, 4)}`;
const formatCount = (count: number) => count.toLocaleString(getLocale());

const ALIGN_END = { end: true } as const;

function buildBalanceParts({ opening, closing, kinds }: PeriodStatementView): PdfPart[] {
  const moved = kinds.map(({ kind, count, amount }) => [
    ENTRY_LABELS[kind],
    formatCount(count),
    formatExactMoney(amount),
  ]);
  return [
    { kind: "heading", text: "The wallet" },
    {
      kind: "table",
      sum: true,
      columns: [
        { head: "Entry", share: 3 },
        { head: "Count", share: 1, ...ALIGN_END },
        { head: "Amount", share: 2, ...ALIGN_END },
      ],
      rows: [
        ["Opening balance", "", formatExactMoney(opening)],
        ...moved,
        ["Closing balance", "", formatExactMoney(closing)],
      ],
    },
  ];
}

function buildNetworkParts({ networks }: PeriodStatementView): PdfPart[] {
  if (networks.length === 0) return [];
  const all = networks.map(({ name, bought, back }) => ({ name, bought, back }));
  const total = (column: "bought" | "back") => ({
    count: all.reduce((sum, network) => sum + network[column].count, 0),
    amount: all.reduce((sum, network) => sum + network[column].amount, 0n),
  });
  return [
    { kind: "heading", text: "Purchases by network" },
    {
      kind: "table",
      sum: true,
      columns: [
        { head: "Network", share: 2 },
        { head: "Purchases", share: 1, ...ALIGN_END },
        { head: "Amount", share: 2, ...ALIGN_END },
        { head: "Refunds", share: 1, ...ALIGN_END },
        { head: "Refunded", share: 2, ...ALIGN_END },
        { head: "Spent", share: 2, ...ALIGN_END },
      ],
      rows: [...all, { name: "All networks", bought: total("bought"), back: total("back") }].map(
        ({ name, bought, back }) => [
          name,
          formatCount(bought.count),
          formatExactMoney(-bought.amount),
          formatCount(back.count),
          formatExactMoney(back.amount),
          formatExactMoney(-bought.amount - back.amount),
        ],
      ),
    },
  ];
}

function buildMonthParts({ months }: PeriodStatementView): PdfPart[] {
  if (months.length === 0) return [];
  return [
    { kind: "heading", text: "Month by month" },
    {
      kind: "table",
      columns: [
        { head: "Month", share: 2 },
        { head: "Opening", share: 2, ...ALIGN_END },
        { head: "Money in", share: 2, ...ALIGN_END },
        { head: "Money out", share: 2, ...ALIGN_END },
        { head: "Closing", share: 2, ...ALIGN_END },
      ],
      rows: months.map(({ month, opening, in: into, out, closing }) => [
        formatPeriod(month),
        ...[opening, into, out, closing].map((amount) => formatExactMoney(amount)),
      ]),
    },
  ];
}

function buildProfitParts({
  earned: { sold, sellingPrice, paid, profit, unpriced },
}: PeriodStatementView): PdfPart[] {
  if (sold === 0) return [];
  const rest =
    unpriced > 0 ? `; ${formatCount(unpriced)} more have no selling price and aren’t included` : "";
  return [
    { kind: "heading", text: "Profit" },
    {
      kind: "text",
      text: `Based on the selling prices of ${formatCount(sold)} delivered purchases, by day of purchase${rest}.`,
    },
    {
      kind: "facts",
      facts: [
        ["Customers paid", formatExactMoney(sellingPrice)],
        ["You paid, payment fees included", formatExactMoney(paid)],
        ["Profit", formatExactMoney(profit)],
      ],
    },
  ];
}

function buildEntryParts({ period, lines, kinds }: PeriodStatementView): PdfPart[] {
  if (period.length === 4 || kinds.length === 0) return [];
  if (!lines) return [{ kind: "text", text: "All entries are in this month’s CSV file." }];
  const day = (at: Date) =>
    new Intl.DateTimeFormat(getLocale(), {
      timeZone: env().TIME_ZONE,
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).format(at);
  return [
    { kind: "heading", text: "Entries" },
    {
      kind: "table",
      columns: [
        { head: "Date", share: 2 },
        { head: "Entry", share: 5 },
        { head: "Amount", share: 2, ...ALIGN_END },
        { head: "Balance", share: 2, ...ALIGN_END },
      ],
      rows: lines.map(({ at, kind, purchase, reason, amount, balance }) => [
        day(at),
        [ENTRY_LABELS[kind], purchase ? formatPurchase(purchase) : reason].filter(Boolean).join(": "),
        formatExactMoney(amount),
        formatExactMoney(balance),
      ]),
    },
  ];
}

/** "MTN 1 GB, 0803 123 4567, sold by Bisi": the seller is named where it is a helper. */
const formatPurchase = ({ what, phone, soldBy }: NonNullable<StatementLine["purchase"]>) =>
  [what, phone, soldBy && `sold by ${soldBy}`].filter(Boolean).join(", ");
