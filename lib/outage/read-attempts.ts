import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { int, readRows } from "#lib/core/read-rows";
import { findDoubtfulFailures, type JudgedAttempt } from "./doubtful-failures.ts";
import { decideFault, type Fault, toFailureKey } from "./failure-text.ts";
import { LINE, type Line, toLineKey } from "./line.ts";
import type { Habit } from "./line-habits.ts";
import type { LineOutcome, Observation } from "./line-score.ts";

/** Older attempts say nothing about now. */
export const WINDOW_MINUTES = 120;
/** The attempts of one line that are judged, the latest ones. */
const MAX_ATTEMPTS = 300;

/** An attempt of a line that had a failure recently, or is paused. */
export interface LineAttempt extends Line, Observation {
  ident: string;
  /** The text of a failure, without numbers; null where nothing failed. */
  text: string | null;
}

const AttemptRow = z.object({
  ...LINE,
  ident: z.string(),
  resellerId: int,
  phone: z.string(),
  sentAt: z.number(),
  took: z.number().nullable(),
  age: z.number(),
  result: z.string().nullable(),
  state: z.string(),
  note: z.string().nullable(),
});
export type AttemptRow = z.output<typeof AttemptRow>;

/**
 * Reads the latest attempts of each line with a failure, an unclear response or a pause, in the order in
 * which they were sent: a line without any needs no judgement.
 */
export const readAttemptRows = ({ db }: Ctx): Promise<AttemptRow[]> =>
  readRows(db, AttemptRow)`
    with recent as materialized (
      select a.supplier_id, line.network_id, line.type_id, p.ident, p.reseller_id, p.phone, p.state,
        a.claimed_at, a.answered_at, a.result, a.note
      from attempts a join purchases p on p.id = a.purchase_id join plans line on line.id = p.plan_id
      where a.claimed_at > now() - make_interval(mins => ${WINDOW_MINUTES}) and a.worker <> 'restored'
        and (a.result is null or a.result in ('successful', 'failed', 'invalid', 'unconfirmed'))
    ),
    watched as (
      select supplier_id, network_id, type_id from recent where result is distinct from 'successful'
      union
      select supplier_id, network_id, type_id from outages where ended_at is null
    ),
    latest as (
      select recent.*, row_number() over (
        partition by supplier_id, network_id, type_id order by claimed_at desc) as nth
      from recent join watched using (supplier_id, network_id, type_id)
    )
    select supplier_id, network_id, type_id, ident, reseller_id, phone, result, state, note,
      extract(epoch from claimed_at)::float8 * 1000 as sent_at,
      extract(epoch from answered_at - claimed_at)::float8 as took,
      extract(epoch from now() - claimed_at)::float8 as age
    from latest where nth <= ${MAX_ATTEMPTS} order by claimed_at`;

/**
 * A response takes long after this, where the line's habit is unknown, in seconds; then an open attempt is
 * unclear.
 */
const LONG_S = 30;
const OPEN_S = 60;

/**
 * Converts the rows of a line, in their order, to evidence, without those that say nothing about it: they are
 * still under way, or the recipient's number was at fault. Where only the wording says so, it is believed
 * until more numbers of several resellers fail so than the line's habit explains (`findDoubtfulFailures`).
 */
export function toLineAttempts(
  rows: readonly AttemptRow[],
  habit: Habit,
  decided: ReadonlyMap<string, Fault>,
): LineAttempt[] {
  const attempts = rows.flatMap((row) => toAttempt(row, habit, decided) ?? []);
  const doubted = findDoubtfulFailures(attempts, habit.ineligibleShare);
  return attempts.filter((attempt) => attempt.blames === "line" || doubted.has(attempt));
}

function toAttempt(
  row: AttemptRow,
  habit: Habit,
  decided: ReadonlyMap<string, Fault>,
): (LineAttempt & JudgedAttempt) | undefined {
  const outcome = toOutcome(row, habit);
  if (!outcome) return undefined;
  const text = outcome === "failed" || outcome === "unclear" ? toFailureKey(row.note ?? "") : null;
  const isRecipients = outcome === "failed" && text !== null && decideFault(text, decided) === "recipient";
  if (isRecipients && decided.has(text)) return undefined;
  const { supplierId, networkId, typeId, ident, phone, sentAt: at } = row;
  return {
    ...{ supplierId, networkId, typeId, ident, phone, at, outcome, text },
    resellerId: row.resellerId,
    blames: isRecipients ? "number" : "line",
  };
}

function toOutcome({ result, state, took, age }: AttemptRow, habit: Habit): LineOutcome | undefined {
  const long = Math.max(LONG_S, (habit.longSeconds ?? 0) * 1.5);
  switch (result) {
    case "successful":
      return (took ?? 0) > long ? "slow" : "delivered";
    case "failed":
    case "invalid":
      return "failed";
    case "unconfirmed":
      // It was decided since, by a late response or the balance.
      if (state === "failed") return "failed";
      return state === "unconfirmed" ? "unclear" : "slow";
    default:
      return age > Math.max(OPEN_S, long) ? "unclear" : undefined;
  }
}

export const groupByLine = <T extends Line>(rows: readonly T[]): Map<string, T[]> =>
  Map.groupBy(rows, toLineKey);
