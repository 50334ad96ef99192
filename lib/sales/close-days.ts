import { z } from "zod";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { minor, readRows } from "#lib/core/read-rows";
import { MAX_TRANSACTION_TIME } from "./aggregate-days.ts";
import { buildCloseStatement, type LedgerProof } from "./close-statement.ts";

const MAX_FIRST_DAYS = 31;

/**
 * Closes every day that ended over an hour ago and is not closed, oldest first, each once: it stores the
 * movements, and the wallets' total before and after. The newest is closed with a check of the whole ledger.
 * Several processes may run it.
 * @param prove checks the ledger, and returns a line for each broken promise.
 * @returns the number of days closed.
 */
export async function closeDays(ctx: Ctx, prove: LedgerProver): Promise<number> {
  requireSystem(ctx);
  const days = await listUnclosedDays(ctx);
  let closed = 0;
  for (const day of days) {
    const proof = day === days.at(-1) ? await runProof(ctx, prove) : NOT_PROVED;
    const [row] = await readRows(ctx.db, ClosedDay)`${buildCloseStatement(day, proof)}`;
    if (!row) continue;
    closed += 1;
    if (row.difference !== 0n || proof.findings.length > 0)
      log.error("ledger.out_of_balance", {
        day,
        difference: String(row.difference),
        findings: proof.findings,
      });
  }
  return closed;
}

const ClosedDay = z.object({ difference: minor });

type LedgerProver = (ctx: Ctx) => Promise<string[]>;

const NOT_PROVED: LedgerProof = { proved: false, findings: [] };

/** Lists the days that ended over an hour ago and are not closed, oldest first. */
async function listUnclosedDays(ctx: Ctx): Promise<string[]> {
  const zone = env().TIME_ZONE;
  const rows = await readRows(ctx.db, z.object({ day: z.string() }))`
    with over as (
      select
        ((now() - ${MAX_TRANSACTION_TIME}) at time zone ${zone})::date - 1 as last,
        (select (min(at) at time zone ${zone})::date from journals) as began,
        (select max(day) from daily_closes) as closed
    )
    select generate_series(
      coalesce(closed + 1, greatest(began, last - ${MAX_FIRST_DAYS - 1}::int)),
      last,
      '1 day'
    )::date::text as day
    from over
    where began is not null`;
  return rows.map(({ day }) => day);
}

/** Runs the check. A day is closed even if the check fails or takes too long. */
async function runProof(ctx: Ctx, prove: LedgerProver): Promise<LedgerProof> {
  try {
    return { proved: true, findings: await prove(ctx) };
  } catch (error) {
    log.warn("ledger.not_checked", { error });
    return NOT_PROVED;
  }
}
