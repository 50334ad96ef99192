import { monitorEventLoopDelay } from "node:perf_hooks";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import { reconcileSettings } from "#db/schema/reconcile";
import { advanceChain } from "#lib/reconcile/chain/chain";
import type { Checkpoint } from "#lib/reconcile/chain/checkpoint";
import { reconcilePurchases } from "#lib/reconcile/reconcile";
import { type SimulatedDay, simulateDay } from "#lib/reconcile/testing/simulate-day";
import { openBenchDatabase, setDatabase } from "./bench-system.ts";

const MINUTE_MS = 60_000;
const HOUR_COUNT = 24;
/** The last hour is read live, minute by minute. */
const LIVE_MINUTES = 50;
/** The refund bound, the time-out and the grace: older purchases can be decided. */
const DECIDABLE_AGE_MS = 6.4 * 60 * MINUTE_MS;
/** The maximum CPU time of a run, and the maximum time for which it blocks the process, in ms. */
const MAX_RUN_MS = { cpu: 1_000, held: 50 };

/**
 * Measures the balance chain with a day of history at full speed, 1 % of its responses lost, in a database: run by run
 * until it has caught up, then minute by minute. Then the share of such days that it decides, by how busy they are.
 * Returns 1 when a run took longer than promised or a decision was wrong.
 */
export async function runDay(): Promise<number> {
  await using base = await openBenchDatabase();
  setDatabase(base.url);
  const past = simulateDay(1, { perMinute: 30, hours: HOUR_COUNT });
  await seedDay(base.sql, past);
  const graceSeconds = (minutes: number) => 600 + minutes * 60;
  const at = (minutes: number) =>
    base.db
      .update(reconcileSettings)
      .set({ graceSeconds: graceSeconds(minutes) })
      .where(eq(reconcileSettings.id, 1));
  await at(LIVE_MINUTES);
  const catchUp = new RunTimer();
  while ((await catchUp.of(() => reconcilePurchases(base.systemCtx))).more);
  const live = new RunTimer();
  for (let left = LIVE_MINUTES - 1; left >= 0; left--) {
    await at(left);
    await live.of(() => reconcilePurchases(base.systemCtx));
  }
  console.log(`${past.bought.length} purchases of ${HOUR_COUNT} h, 30 a minute, 1 % of the answers lost:`);
  const late = [catchUp.report("until it has caught up"), live.report("minute by minute")].some(Boolean);
  const wrong = (await countWrongDecisions(base.sql, past)) + printDecidedShares();
  return late || wrong > 0 ? 1 : 0;
}

/** The CPU time of each of some runs, and the longest time for which one of them held the process up. */
class RunTimer {
  readonly #cpu: number[] = [];
  readonly #delay = monitorEventLoopDelay({ resolution: 1 });

  async of<T>(run: () => Promise<T>): Promise<T> {
    const before = process.cpuUsage();
    this.#delay.enable();
    const result = await run();
    this.#delay.disable();
    const { user, system } = process.cpuUsage(before);
    this.#cpu.push((user + system) / 1000);
    return result;
  }

  /** Prints the results. @returns whether one took longer than promised. */
  report(when: string): boolean {
    const most = Math.max(...this.#cpu);
    const mean = this.#cpu.reduce((sum, ms) => sum + ms, 0) / this.#cpu.length;
    const held = this.#delay.max / 1e6;
    const late = most > MAX_RUN_MS.cpu || held > MAX_RUN_MS.held;
    console.log(
      `${late ? "LATE" : "ok  "}  ${when}: ${this.#cpu.length} runs, CPU ${mean.toFixed(0)} ms each, ${most.toFixed(0)} ms at most; ` +
        `the process held up for ${held.toFixed(0)} ms at most`,
    );
    return late;
  }
}

/** Writes a day's purchases and responses as the portal would have, up to now. */
async function seedDay(sql: postgres.Sql, { bought, end }: SimulatedDay): Promise<void> {
  const zero = Date.now() - end;
  const rows = bought.map(({ id, cost, claimed, answered, executed, seen, link }) => {
    const result = seen === "nothing" ? "unconfirmed" : executed === undefined ? "failed" : "successful";
    return {
      id,
      cost: String(cost),
      result,
      claimed: zero + claimed,
      answered: zero + answered,
      before: link ? String(link.before) : null,
      after: link ? String(link.after) : null,
    };
  });
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`insert into accounts (id, role, email, name, password_hash, password_generated) overriding system value
      values (1, 'reseller', 'day@example.com', 'Day', '-', false)`;
    await sql`insert into resellers (id, level) values (1, 'affiliate')`;
    await sql`create temporary table day on commit drop as select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
      (id bigint, cost bigint, result text, claimed float8, answered float8, before bigint, after bigint)`;
    await sql`insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
        validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
      select 'DT' || id, 1, 'day-' || id, 'web', 'affiliate', 1, 1, 'MTN', 'SME', '1', 'GB', '30 Days', '+2348031234567', cost + 1000,
        cost, 0, 0, result, to_timestamp(claimed / 1000), to_timestamp(claimed / 1000) + interval '15 minutes',
        case when result <> 'unconfirmed' then to_timestamp(answered / 1000) end, case when result <> 'unconfirmed' then 'answer' end
      from day order by id`;
    await sql`insert into attempts (purchase_id, worker, claimed_at, answered_at, result, http_status, amount, balance_before, balance_after)
      select p.id, 'bench', to_timestamp(d.claimed / 1000), to_timestamp(d.answered / 1000), d.result,
        case d.result when 'successful' then 200 when 'failed' then 422 end,
        case when d.result <> 'unconfirmed' then d.cost end, d.before, d.after
      from day d join purchases p on p.ident = 'DT' || d.id order by d.id`;
    await sql`insert into wallets (reseller_id, held, funding)
      select 1, sum(price), -sum(price) from purchases where state = 'unconfirmed'`;
    await sql`update reconcile_settings set scanned_until = to_timestamp(${zero / 1000}::float8)`;
  });
  await sql`analyze`;
}

async function countWrongDecisions(sql: postgres.Sql, past: SimulatedDay): Promise<number> {
  const rows = await sql<{ ident: string; state: string }[]>`
    select ident, state from purchases where settled_by = 'chain'`;
  const wrong = rows.filter(({ ident, state }) => {
    const truth = past.truth(Number(ident.slice(2)));
    return truth !== (state === "successful" ? "charged" : "not_charged");
  });
  const lost = past.bought.filter(({ seen }) => seen === "nothing").length;
  console.log(`      settled ${rows.length} of ${lost} without an answer, ${wrong.length} of them wrongly`);
  return wrong.length;
}

/** Prints the share that the chain decides by how busy a day is. @returns the number of wrong decisions. */
function printDecidedShares(): number {
  let wrong = 0;
  for (const perMinute of [1, 2, 3, 5, 10, 30]) {
    const days = Array.from({ length: Math.ceil(10 / perMinute) }, (_, seed) =>
      replayDay(simulateDay(seed + 2, { perMinute, hours: HOUR_COUNT })),
    );
    const sum = (of: keyof (typeof days)[number]) => days.reduce((total, day) => total + day[of], 0);
    const share = ((100 * sum("decided")) / sum("over")).toFixed(0);
    console.log(
      `      ${String(perMinute).padStart(2)} a minute: decided ${share} % of ${sum("over")} whose time is over, ${sum("wrong")} wrong`,
    );
    wrong += sum("wrong");
  }
  return wrong;
}

function replayDay(past: SimulatedDay) {
  const decided = new Map<number, string>();
  let mark: Checkpoint | undefined;
  for (let now = 11 * MINUTE_MS; now <= past.end; now += 10 * MINUTE_MS) {
    const walking = advanceChain(past.evidence(now), mark);
    let step = walking.next();
    while (!step.done) step = walking.next();
    mark = step.value.mark;
    for (const { send, says } of step.value.findings.verdicts)
      if (says !== "unknown" && !decided.has(send)) decided.set(send, says);
  }
  const over = past.bought.filter(
    ({ seen, claimed }) => seen === "nothing" && claimed < past.end - DECIDABLE_AGE_MS,
  );
  return {
    over: over.length,
    decided: over.filter(({ id }) => decided.has(id)).length,
    wrong: [...decided].filter(([id, says]) => past.truth(id) !== says).length,
  };
}
