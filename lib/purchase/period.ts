import { sql } from "drizzle-orm";
import { z } from "zod";
import { ownAccount } from "#lib/account/own-account";
import { type Ctx, requireReseller } from "#lib/core/context";
import { type Cell, csv } from "#lib/core/csv";
import { env } from "#lib/core/env";
import { notFound } from "#lib/core/error";
import { decimalText, type Minor } from "#lib/core/money";
import { dayOf, endOfDay, startOfDay } from "#lib/core/time";
import { balanceAt, firstEntryAt } from "#lib/ledger/balance-at";
import { ENTRY_WORDS } from "#lib/ledger/entry-words";
import { type Kind, writtenEntries } from "#lib/ledger/statement";
import { type Earned, profit } from "./report/profit.ts";
import { type StatementLine, walletStatement } from "./statement.ts";

/** A month ("2026-11") or a year ("2026") of `TIME_ZONE`. */
export const PeriodInput = z.object({ period: z.string().regex(/^2\d{3}(-(0[1-9]|1[0-2]))?$/) });
export type PeriodInput = z.input<typeof PeriodInput>;

interface Counted {
  count: number;
  /** In minor units; below zero when it left the wallet. */
  amount: Minor;
}

/** What moved in a wallet in a month or a year. Money in minor units. */
export interface PeriodView {
  period: string;
  /** Its first and its last day. */
  from: string;
  to: string;
  /** It is over, and nothing comes to it any more. */
  closed: boolean;
  reseller: { name: string; email: string };
  opening: Minor;
  closing: Minor;
  kinds: (Counted & { kind: Kind })[];
  /** Of each network, what was bought and what came back of it. */
  networks: { name: string; bought: Counted; back: Counted }[];
  /** Of a year, month by month from the first entry until now. */
  months: { month: string; opening: Minor; in: Minor; out: Minor; closing: Minor }[];
  /** Of a month, each entry, oldest first; null when there are more than a paper holds. */
  lines: StatementLine[] | null;
  /** By what the reseller noted of what customers paid, which may change later. */
  earned: Earned;
}

/** More lines of a month are in its file alone. */
const MOST_LINES = 300;

type Row = { month: string; kind: Kind; network: string | null; count: string; amount: string };

/**
 * A month or a year of the acting reseller's wallet, as the ledger has it.
 * @throws not_found for one in which they had no wallet yet, or that is still to come.
 */
export async function period(ctx: Ctx, input: PeriodInput): Promise<PeriodView> {
  const { rows: _, ...view } = await read(ctx, input);
  return view;
}

async function read(ctx: Ctx, input: PeriodInput): Promise<PeriodView & { rows: Row[] }> {
  const { id } = requireReseller(ctx);
  const { data } = PeriodInput.safeParse(input);
  const known = await periods(ctx);
  if (!data || !known.some(({ month }) => month.startsWith(data.period))) throw notFound("statement");
  const { from, to } = daysOf(data.period);
  return ctx.db.transaction(
    async (tx) => {
      const at = { ...ctx, db: tx };
      const { name, email } = await ownAccount(at);
      const opening = await balanceAt(at, id, startOfDay(from));
      const closing = await balanceAt(at, id, endOfDay(to));
      const rows = await entriesBy(at, id, from, to);
      const count = rows.reduce((sum, row) => sum + Number(row.count), 0);
      if (opening + add(rows).amount !== closing)
        throw new Error(`the statement of ${data.period} is not exact`);
      const inMonth = data.period.length > 4;
      return {
        ...{
          period: data.period,
          from,
          to,
          closed: isClosed(to),
          reseller: { name, email },
          opening,
          closing,
        },
        kinds: (Object.keys(ENTRY_WORDS) as Kind[]).flatMap((kind) => {
          const all = add(rows.filter((row) => row.kind === kind));
          return all.count > 0 ? [{ kind, ...all }] : [];
        }),
        networks: networksOf(rows),
        months: inMonth ? [] : monthsOf(rows, known, data.period, opening),
        lines: inMonth && count <= MOST_LINES ? await linesOf(at, from, to) : null,
        earned: await profit(at, { from, to }),
        rows,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** The months since the acting reseller's first entry, newest first, and which of them are over. */
export async function periods(ctx: Ctx): Promise<{ month: string; closed: boolean }[]> {
  const { id } = requireReseller(ctx);
  const first = await firstEntryAt(ctx, id);
  if (!first) return [];
  const months: { month: string; closed: boolean }[] = [];
  let month = Temporal.PlainDate.from(dayOf(new Date())).toPlainYearMonth();
  const begun = Temporal.PlainDate.from(dayOf(first)).toPlainYearMonth();
  for (; Temporal.PlainYearMonth.compare(month, begun) >= 0; month = month.subtract({ months: 1 }))
    months.push({ month: month.toString(), closed: isClosed(daysOf(month.toString()).to) });
  return months;
}

/** A year as CSV: a line for each month, with what moved by its kind. @throws not_found as `period`. */
export async function yearFile(ctx: Ctx, input: PeriodInput): Promise<AsyncGenerator<string>> {
  const { rows, ...year } = await read(ctx, input);
  const kinds = year.kinds.map(({ kind }) => kind);
  async function* lines(): AsyncGenerator<Cell[]> {
    for (const { month, opening, closing } of year.months) {
      const of = (kind: Kind) => add(rows.filter((row) => row.month === month && row.kind === kind));
      const moved = kinds.flatMap((kind) => [of(kind).count, decimalText(of(kind).amount)]);
      yield [month, decimalText(opening), ...moved, decimalText(closing)];
    }
  }
  const heads = kinds.flatMap((kind) => [
    `${ENTRY_WORDS[kind].toLowerCase()}, count`,
    ENTRY_WORDS[kind].toLowerCase(),
  ]);
  return csv(["month", "opening balance", ...heads, "closing balance"], lines());
}

/** The first and the last day of a month or a year. */
export function daysOf(period: string): { from: string; to: string } {
  const first = Temporal.PlainDate.from(period.length > 4 ? `${period}-01` : `${period}-01-01`);
  const next = first.add(period.length > 4 ? { months: 1 } : { years: 1 });
  return { from: first.toString(), to: next.subtract({ days: 1 }).toString() };
}

/** An hour after its last day: what began before that is written by then. */
const isClosed = (to: string) => endOfDay(to).getTime() + 3_600_000 < Date.now();

async function entriesBy(ctx: Ctx, owner: number, from: string, to: string): Promise<Row[]> {
  const entries = writtenEntries(owner, { from, to });
  return ctx.db.execute<Row>(sql`
    select to_char(p.at at time zone ${env().TIME_ZONE}, 'YYYY-MM') as month, p.kind, bought.network_name as network,
      count(*) as count, sum(e.amount) as amount
    from ${entries.from} left join purchases bought on bought.id = p.purchase_id
    where ${sql.join(entries.conditions, sql` and `)}
    group by 1, 2, 3 order by 1, 2, 3`);
}

async function linesOf(ctx: Ctx, from: string, to: string): Promise<StatementLine[]> {
  const { rows } = await walletStatement().page(ctx, { from, to }, MOST_LINES);
  return rows.toReversed();
}

function add(rows: readonly Row[]): Counted {
  return {
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    amount: rows.reduce((sum, row) => sum + BigInt(row.amount), 0n),
  };
}

function networksOf(rows: readonly Row[]): PeriodView["networks"] {
  const byNetwork = Map.groupBy(
    rows.filter(({ network }) => network !== null),
    ({ network }) => network ?? "",
  );
  return [...byNetwork]
    .map(([name, of]) => ({
      name,
      bought: add(of.filter(({ kind }) => kind === "hold")),
      back: add(of.filter(({ kind }) => kind !== "hold")),
    }))
    .sort((one, other) => Number(one.bought.amount - other.bought.amount));
}

function monthsOf(
  rows: readonly Row[],
  known: readonly { month: string }[],
  year: string,
  opening: Minor,
): PeriodView["months"] {
  let before = opening;
  return known
    .filter(({ month }) => month.startsWith(year))
    .toReversed()
    .map(({ month }) => {
      const moved = rows.filter((row) => row.month === month);
      // What was bought left the wallet, and what came back of it makes that less.
      const into = add(moved.filter(({ amount }) => BigInt(amount) > 0n)).amount;
      const out = add(moved.filter(({ amount }) => BigInt(amount) < 0n)).amount;
      const opened = before;
      before += into + out;
      return { month, opening: opened, in: into, out, closing: before };
    });
}
