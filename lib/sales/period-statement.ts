import { sql } from "drizzle-orm";
import { z } from "zod";
import { getOwnAccount } from "#lib/account/own-account";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFoundError } from "#lib/core/error";
import { type CsvCell, encodeCsv } from "#lib/core/list/csv";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { int, minor, readRows, textOf } from "#lib/core/read-rows";
import { dayOf, endOfDay, startOfDay } from "#lib/core/time/time";
import { getBalanceAt, getFirstEntryDate } from "#lib/ledger/balance-at";
import { ENTRY_LABELS, type EntryKind } from "#lib/ledger/entry-labels";
import { buildEntriesCsvQuery } from "#lib/ledger/statement";
import { type Earnings, getProfit } from "./profit.ts";
import { type StatementLine, walletStatement } from "./wallet-statement.ts";

/** A month ("2026-11") or a year ("2026") of `TIME_ZONE`. */
export const PeriodInput = z.object({ period: z.string().regex(/^2\d{3}(-(0[1-9]|1[0-2]))?$/) });
export type PeriodInput = z.input<typeof PeriodInput>;

interface EntryTotal {
  count: number;
  /** In minor units; negative if it left the wallet. */
  amount: Minor;
}

/** The movements of a wallet in a month or a year. Money in minor units. */
export interface PeriodStatementView {
  period: string;
  from: string;
  to: string;
  /** The period is over, and gets no more entries. */
  closed: boolean;
  reseller: { name: string; email: string };
  opening: Minor;
  closing: Minor;
  kinds: (EntryTotal & { kind: EntryKind })[];
  networks: { name: string; bought: EntryTotal; back: EntryTotal }[];
  /** For a year: its months from the first entry until now. */
  months: { month: string; opening: Minor; in: Minor; out: Minor; closing: Minor }[];
  /** For a month: its entries, oldest first; null when there are too many for a PDF. */
  lines: StatementLine[] | null;
  /** By the selling prices that the reseller recorded, which may change later. */
  earned: Earnings;
}

/** A month with more entries has them in its CSV file only. */
const MAX_LINES = 300;

const Row = z.object({
  month: z.string(),
  kind: textOf<EntryKind>(),
  network: z.string().nullable(),
  count: int,
  amount: minor,
});
type Row = z.output<typeof Row>;

/**
 * Returns a month or a year of the acting reseller's wallet, from the ledger.
 * @throws not_found before their first entry, and for a future period.
 */
export async function getPeriodStatement(ctx: Ctx, input: PeriodInput): Promise<PeriodStatementView> {
  const { rows: _, ...view } = await readPeriod(ctx, input);
  return view;
}

async function readPeriod(ctx: Ctx, input: PeriodInput): Promise<PeriodStatementView & { rows: Row[] }> {
  const { id } = requireReseller(ctx);
  const { data } = PeriodInput.safeParse(input);
  const months = await listStatementMonths(ctx);
  if (!data || !months.some(({ month }) => month.startsWith(data.period))) throw notFoundError("statement");
  const { from, to } = getPeriodBounds(data.period);
  return ctx.db.transaction(
    async (tx) => {
      const snapshot = { ...ctx, db: tx };
      const { name, email } = await getOwnAccount(snapshot);
      const opening = await getBalanceAt(snapshot, id, startOfDay(from));
      const closing = await getBalanceAt(snapshot, id, endOfDay(to));
      const rows = await sumEntries(snapshot, id, from, to);
      const count = rows.reduce((sum, row) => sum + row.count, 0);
      if (opening + sumRows(rows).amount !== closing)
        throw new Error(`the statement of ${data.period} is not exact`);
      const inMonth = data.period.length > 4;
      return {
        period: data.period,
        from,
        to,
        closed: isClosed(to),
        reseller: { name, email },
        opening,
        closing,
        kinds: (Object.keys(ENTRY_LABELS) as EntryKind[]).flatMap((kind) => {
          const all = sumRows(rows.filter((row) => row.kind === kind));
          return all.count > 0 ? [{ kind, ...all }] : [];
        }),
        networks: summariseNetworks(rows),
        months: inMonth ? [] : summariseMonths(rows, months, data.period, opening),
        lines: inMonth && count <= MAX_LINES ? await readStatementLines(snapshot, from, to) : null,
        earned: await getProfit(snapshot, { from, to }),
        rows,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Lists the months since the acting reseller's first entry, newest first, and which of them are closed. */
export async function listStatementMonths(ctx: Ctx): Promise<{ month: string; closed: boolean }[]> {
  const { id } = requireReseller(ctx);
  const first = await getFirstEntryDate(ctx, id);
  if (!first) return [];
  const months: { month: string; closed: boolean }[] = [];
  let month = Temporal.PlainDate.from(dayOf(new Date())).toPlainYearMonth();
  const begun = Temporal.PlainDate.from(dayOf(first)).toPlainYearMonth();
  for (; Temporal.PlainYearMonth.compare(month, begun) >= 0; month = month.subtract({ months: 1 }))
    months.push({ month: month.toString(), closed: isClosed(getPeriodBounds(month.toString()).to) });
  return months;
}

/**
 * Streams a year as CSV: a line for each month, with its movements by kind.
 * @throws not_found like `getPeriodStatement`.
 */
export async function streamYearCsv(ctx: Ctx, input: PeriodInput): Promise<AsyncGenerator<string>> {
  const { rows, ...year } = await readPeriod(ctx, input);
  const kinds = year.kinds.map(({ kind }) => kind);
  async function* lines(): AsyncGenerator<CsvCell[]> {
    for (const { month, opening, closing } of year.months) {
      const sumKind = (kind: EntryKind) =>
        sumRows(rows.filter((row) => row.month === month && row.kind === kind));
      const moved = kinds.flatMap((kind) => [sumKind(kind).count, formatDecimal(sumKind(kind).amount)]);
      yield [month, formatDecimal(opening), ...moved, formatDecimal(closing)];
    }
  }
  const heads = kinds.flatMap((kind) => [
    `${ENTRY_LABELS[kind].toLowerCase()}, count`,
    ENTRY_LABELS[kind].toLowerCase(),
  ]);
  return encodeCsv(["month", "opening balance", ...heads, "closing balance"], lines());
}

export function getPeriodBounds(period: string): { from: string; to: string } {
  const first = Temporal.PlainDate.from(period.length > 4 ? `${period}-01` : `${period}-01-01`);
  const next = first.add(period.length > 4 ? { months: 1 } : { years: 1 });
  return { from: first.toString(), to: next.subtract({ days: 1 }).toString() };
}

/** A period closes an hour after its last day: any transaction that began before has ended by then. */
const isClosed = (to: string) => endOfDay(to).getTime() + 3_600_000 < Date.now();

async function sumEntries(ctx: Ctx, owner: number, from: string, to: string): Promise<Row[]> {
  const entries = buildEntriesCsvQuery(owner, { from, to });
  return readRows(ctx.db, Row)`
    select
      to_char(p.at at time zone ${env().TIME_ZONE}, 'YYYY-MM') as month, p.kind,
      bought.network_name as network, count(*) as count, sum(e.amount) as amount
    from ${entries.from}
    left join purchases bought on bought.id = p.purchase_id and bought.reseller_id = p.reseller_id
    where ${sql.join(entries.conditions, sql` and `)}
    group by 1, 2, 3
    order by 1, 2, 3`;
}

async function readStatementLines(ctx: Ctx, from: string, to: string): Promise<StatementLine[]> {
  const { rows } = await walletStatement().page(ctx, { from, to }, MAX_LINES);
  return rows.toReversed();
}

function sumRows(rows: readonly Row[]): EntryTotal {
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    amount: rows.reduce((sum, row) => sum + row.amount, 0n),
  };
}

function summariseNetworks(rows: readonly Row[]): PeriodStatementView["networks"] {
  const byNetwork = Map.groupBy(
    rows.filter(({ network }) => network !== null),
    ({ network }) => network ?? "",
  );
  return [...byNetwork]
    .map(([name, of]) => ({
      name,
      bought: sumRows(of.filter(({ kind }) => kind === "hold")),
      back: sumRows(of.filter(({ kind }) => kind !== "hold")),
    }))
    .sort((a, b) => Number(a.bought.amount - b.bought.amount));
}

function summariseMonths(
  rows: readonly Row[],
  allMonths: readonly { month: string }[],
  year: string,
  opening: Minor,
): PeriodStatementView["months"] {
  let before = opening;
  return allMonths
    .filter(({ month }) => month.startsWith(year))
    .toReversed()
    .map(({ month }) => {
      const moved = rows.filter((row) => row.month === month);
      // A purchase counts as out, and its refund as in.
      const into = sumRows(moved.filter(({ amount }) => amount > 0n)).amount;
      const out = sumRows(moved.filter(({ amount }) => amount < 0n)).amount;
      const opened = before;
      before += into + out;
      return { month, opening: opened, in: into, out, closing: before };
    });
}
