import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { encodeCsv } from "#lib/core/list/csv";
import { moneyCell, plainCell, streamCsv, textCell, timeCell } from "#lib/core/list/stream-csv";
import { formatDecimal } from "#lib/core/money/money";
import { causeOf, isOfDay, outcomeOf, refundSecondsOf, resolveReportDay } from "./outcome-columns.ts";
import { getOutcomeReport, type OutcomeReport } from "./outcome-report.ts";

const HEADER = [
  ...["day", "network", "outcome", "cause", "purchases", "amount"],
  ...["refund median s", "refund p99 s", "refund longest s", "refunded within 30 s"],
  ...["ledger entries", "ledger amount"],
] as const;

/** The report as a file: its rows, then the totals with the ledger's. Admins only. */
export const outcomeReportFile = {
  fileName: "outcomes",
  csv(ctx: Ctx, input: { day?: string } = {}): AsyncGenerator<string> {
    requireAdmin(ctx, "export");
    return encodeReport(ctx, resolveReportDay(input.day));
  },
};

async function* encodeReport(ctx: Ctx, day: string): AsyncGenerator<string> {
  yield* encodeCsv(HEADER, listLines(await getOutcomeReport(ctx, { day })));
}

async function* listLines({ day, rows, totals }: OutcomeReport) {
  const round = (seconds: number | undefined) => (seconds === undefined ? null : seconds.toFixed(1));
  for (const { network, outcome, cause, purchases, amount, refund } of rows)
    yield [
      ...[day, network, outcome, cause, purchases, formatDecimal(amount)],
      ...[round(refund?.median), round(refund?.p99), round(refund?.longest), refund?.within30s ?? null],
      ...[null, null],
    ];
  for (const { outcome, purchases, amount, ledgerEntries, ledgerAmount } of totals)
    yield [
      ...[day, "All networks", `total ${outcome}`, null, purchases, formatDecimal(amount)],
      ...[null, null, null, null],
      ...[ledgerEntries, formatDecimal(ledgerAmount)],
    ];
}

/** Each purchase of the day as a file, without its number, its buyer and its cost. Admins only. */
export const outcomeListFile = {
  fileName: "outcome-list",
  csv(ctx: Ctx, input: { day?: string } = {}): AsyncGenerator<string> {
    requireAdmin(ctx, "export");
    const day = resolveReportDay(input.day);
    return streamCsv(
      ctx,
      () => ({
        from: sql`purchases p`,
        conditions: [isOfDay(sql`p`, day)],
        cells: {
          reference: plainCell(sql`p.ident`),
          "placed at": timeCell(sql`p.placed_at`),
          network: textCell(sql`p.network_name`),
          type: textCell(sql`p.type_name`),
          size: textCell(sql`p.size || ' ' || p.volume`),
          price: moneyCell(sql`p.price`),
          outcome: plainCell(outcomeOf(sql`p`)),
          cause: textCell(causeOf(sql`p`)),
          "ended at": timeCell(sql`coalesce(p.reversed_at, p.settled_at)`),
          "refund s": sql`round((${refundSecondsOf(sql`p`)})::numeric, 1)`,
        },
      }),
      "oldest",
    );
  },
};
