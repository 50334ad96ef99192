import { monitorEventLoopDelay } from "node:perf_hooks";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import { reconciling } from "../../db/schema/reconcile.ts";
import { startTestServer } from "../../db/testing/server.ts";
import { testDatabase } from "../../db/testing.ts";
import { advance } from "../../lib/reconcile/chain/chain.ts";
import type { Mark } from "../../lib/reconcile/chain/mark.ts";
import { reconcile } from "../../lib/reconcile/reconcile.ts";
import { type Day, day } from "../../lib/reconcile/testing/day.ts";

const MINUTE = 60_000;
const HOURS = 24;
/** The last hour is looked at as it comes, minute by minute. */
const LIVE_MINUTES = 50;
/** The refund bound, the time-out and the grace: what is older could be decided. */
const OVER = 6.4 * 60 * MINUTE;
/** What is promised of a run: its CPU time, and how long it holds the process up, in ms. */
const PROMISED = { cpu: 1_000, held: 50 };

/**
 * What the balance chain costs with a day of history at full speed, 1 % of its answers lost, in a database: run by
 * run until it has caught up, then minute by minute. Then what share it decides of such days, by how busy they are.
 * Returns 1 when a run took longer than promised or a decision was wrong.
 */
export async function runDay(): Promise<number> {
  const stop = await startTestServer();
  const base = await testDatabase();
  Object.assign(process.env, {
    DATABASE_URL: base.url,
    UPSTREAM_BASE_URL: "http://localhost:1",
    UPSTREAM_API_TOKEN: "nobody-is-asked",
    NEXTAUTH_SECRET: "the-bench-needs-no-secret-but-32-characters",
    NEXTAUTH_URL: "http://localhost:3000",
  });
  try {
    const past = day(1, { perMinute: 30, hours: HOURS });
    await seedDay(base.sql, past);
    const graceSeconds = (minutes: number) => 600 + minutes * 60;
    const at = (minutes: number) =>
      base.db
        .update(reconciling)
        .set({ graceSeconds: graceSeconds(minutes) })
        .where(eq(reconciling.id, 1));
    await at(LIVE_MINUTES);
    const catchUp = new Measured();
    while ((await catchUp.of(() => reconcile(base.systemCtx))).more);
    const live = new Measured();
    for (let left = LIVE_MINUTES - 1; left >= 0; left--) {
      await at(left);
      await live.of(() => reconcile(base.systemCtx));
    }
    console.log(`${past.bought.length} purchases of ${HOURS} h, 30 a minute, 1 % of the answers lost:`);
    const late = [catchUp.report("until it has caught up"), live.report("minute by minute")].some(Boolean);
    const wrong = (await countWrong(base.sql, past)) + sayShares();
    return late || wrong > 0 ? 1 : 0;
  } finally {
    await base.close();
    await stop();
  }
}

/** The CPU time of each of some runs, and the longest time for which one of them held the process up. */
class Measured {
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

  /** Says how they went. @returns whether one took longer than promised. */
  report(when: string): boolean {
    const most = Math.max(...this.#cpu);
    const mean = this.#cpu.reduce((sum, ms) => sum + ms, 0) / this.#cpu.length;
    const held = this.#delay.max / 1e6;
    const late = most > PROMISED.cpu || held > PROMISED.held;
    console.log(
      `${late ? "LATE" : "ok  "}  ${when}: ${this.#cpu.length} runs, CPU ${mean.toFixed(0)} ms each, ${most.toFixed(0)} ms at most; ` +
        `the process held up for ${held.toFixed(0)} ms at most`,
    );
    return late;
  }
}

/** Writes a day's purchases and answers down as the portal would have, up to now. */
async function seedDay(sql: postgres.Sql, { bought, end }: Day): Promise<void> {
  const zero = Date.now() - end;
  const rows = bought.map(({ id, cost, claimed, answered, executed, seen, link }) => {
    const meaning = seen === "nothing" ? "unconfirmed" : executed === undefined ? "failed" : "successful";
    return {
      ...{ id, cost: String(cost), meaning, claimed: zero + claimed, answered: zero + answered },
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
      (id bigint, cost bigint, meaning text, claimed float8, answered float8, before bigint, after bigint)`;
    await sql`insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
        validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
      select 'DT' || id, 1, 'day-' || id, 'web', 'affiliate', 1, 1, 'MTN', 'SME', '1', 'GB', '30 Days', '+2348031234567', cost + 1000,
        cost, 0, 0, meaning, to_timestamp(claimed / 1000), to_timestamp(claimed / 1000) + interval '15 minutes',
        case when meaning <> 'unconfirmed' then to_timestamp(answered / 1000) end, case when meaning <> 'unconfirmed' then 'answer' end
      from day order by id`;
    await sql`insert into attempts (purchase_id, worker, claimed_at, answered_at, meaning, http_status, amount, balance_before, balance_after)
      select p.id, 'bench', to_timestamp(d.claimed / 1000), to_timestamp(d.answered / 1000), d.meaning,
        case d.meaning when 'successful' then 200 when 'failed' then 422 end,
        case when d.meaning <> 'unconfirmed' then d.cost end, d.before, d.after
      from day d join purchases p on p.ident = 'DT' || d.id order by d.id`;
    await sql`insert into wallets (reseller_id, held, funding)
      select 1, sum(price), -sum(price) from purchases where state = 'unconfirmed'`;
    await sql`update reconciling set scanned_to = to_timestamp(${zero / 1000}::float8)`;
  });
  await sql`analyze`;
}

/** Compares what was settled with what really happened. */
async function countWrong(sql: postgres.Sql, past: Day): Promise<number> {
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

/** Says what share the chain decides by how busy a day is. @returns how many decisions were wrong. */
function sayShares(): number {
  let wrong = 0;
  for (const perMinute of [1, 2, 3, 5, 10, 30]) {
    const days = Array.from({ length: Math.ceil(10 / perMinute) }, (_, seed) =>
      playDay(day(seed + 2, { perMinute, hours: HOURS })),
    );
    const sum = (of: keyof (typeof days)[number]) => days.reduce((total, one) => total + one[of], 0);
    const share = ((100 * sum("decided")) / sum("over")).toFixed(0);
    console.log(
      `      ${String(perMinute).padStart(2)} a minute: decided ${share} % of ${sum("over")} whose time is over, ${sum("wrong")} wrong`,
    );
    wrong += sum("wrong");
  }
  return wrong;
}

/** Lets the chain look at a day every ten minutes, as it comes. */
function playDay(past: Day) {
  const decided = new Map<number, string>();
  let mark: Mark | undefined;
  for (let now = 11 * MINUTE; now <= past.end; now += 10 * MINUTE) {
    const walking = advance(past.evidence(now), mark);
    let step = walking.next();
    while (!step.done) step = walking.next();
    mark = step.value.mark;
    for (const { send, says } of step.value.findings.verdicts)
      if (says !== "unknown" && !decided.has(send)) decided.set(send, says);
  }
  const over = past.bought.filter(({ seen, claimed }) => seen === "nothing" && claimed < past.end - OVER);
  return {
    over: over.length,
    decided: over.filter(({ id }) => decided.has(id)).length,
    wrong: [...decided].filter(([id, says]) => past.truth(id) !== says).length,
  };
}
