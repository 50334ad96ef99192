import { type SQL, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { reconcilePurchases } from "./reconcile.ts";

/** More than one run reads, all claimed within one doubt of a minute. */
const CLAIMS = 1_200;
const COST = 100;

const at = await openScene({ UPSTREAM_TIMEOUT_MS: "60000" });
const reseller = (await at.reseller()).id;
beforeEach(() =>
  runUnguarded(
    at.system.db,
    sql`truncate chain_checkpoints, chain_findings`,
    sql`delete from discrepancies`,
    sql`delete from attempts`,
    sql`delete from purchases`,
    sql`update suppliers set scanned_until = now()`,
  ),
);

/** Adds delivered purchases between two times after the beginning, eight hours ago; `missing` left the balance before them. */
async function delivered(count: number, from: string, to: string, missing = 0) {
  await runUnguarded(
    at.system.db,
    sql`
    with bought as (${purchases(count, sql`'successful'`, from, to)}),
    before as (select coalesce(min(balance_after), 1000000000) - ${missing}::int as balance from attempts)
    insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, cost, amount, balance_before, balance_after)
    select 1, id, 'test', placed_at, placed_at + interval '20 milliseconds', 'successful', ${COST}, ${COST},
      balance - ${COST}::int * (n - 1), balance - ${COST}::int * n
    from before, (select *, row_number() over (order by id) as n from bought) numbered`,
  );
}

/** Adds a purchase whose outcome is unknown, with or without a response that contradicts itself. */
async function doubtful(when: string, discrepancy: string | null) {
  await runUnguarded(
    at.system.db,
    sql`
    with bought as (${purchases(1, sql`'unconfirmed'`, when, when)})
    insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, cost, discrepancy)
    select 1, id, 'test', placed_at, placed_at + interval '1 minute', 'unconfirmed', ${COST}, ${discrepancy} from bought`,
  );
}

let refs = 0;
function purchases(count: number, state: SQL, from: string, to: string) {
  refs += 1;
  const settled = sql`case when ${state} = 'unconfirmed' then null`;
  return sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
    select 'DT' || ${refs}::int || 'T' || n, ${reseller}, ${refs}::int || 't' || n, 'web', 'affiliate', 1, 1, 'MTN', 'SME', '1',
      'GB', '30 Days', '+2348031234567', ${COST}, ${COST}, 0, 0, ${state}, t.at, t.at, ${settled} else t.at end,
      ${settled} else 'answer' end
    from generate_series(1, ${count}::int) n cross join lateral (
      select now() - interval '8 hours' + ${from}::interval + (${to}::interval - ${from}::interval) * n / ${count}::int as at) t
    returning *`;
}

/** Runs until nothing is left to read. @returns in how many runs. */
async function runs(most: number): Promise<number> {
  for (let run = 1; run <= most; run++) if (!(await reconcilePurchases(at.system)).more) return run;
  throw new Error(`There is more to read after ${most} runs.`);
}

test.each([
  ["one unanswered purchase", null],
  ["one contradictory response", "an amount that doesn't match"],
])(
  "reads on until nothing is missing, when more was claimed within %s than one run reads",
  async (_, discrepancy) => {
    await delivered(20, "0 seconds", "20 seconds");
    await doubtful("21 seconds", discrepancy);
    await delivered(CLAIMS, "22 seconds", "80 seconds");
    await delivered(300, "15 minutes", "20 minutes");
    await delivered(10, "30 minutes", "31 minutes", 56_280);
    await delivered(10, "7 hours", "7 hours 10 minutes");
    expect(await runs(20)).toBeLessThan(10);
    const rows = await at.system.db.execute(sql`select kind, amount from discrepancies where kind = 'fall'`);
    expect([...rows]).toEqual([{ kind: "fall", amount: "-56280" }]);
  },
);

test("asks for no further run while everything after an open doubt is too young", async () => {
  await delivered(20, "0 seconds", "20 seconds");
  await doubtful("7 hours 49 minutes", null);
  await delivered(CLAIMS, "7 hours 49 minutes 1 second", "7 hours 59 minutes");
  expect(await runs(20)).toBeLessThan(5);
  expect((await reconcilePurchases(at.system)).more).toBe(false);
});
