import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { getBalance } from "#lib/ledger/wallet";
import { checkPurchases } from "#lib/sales/check-purchases";
import type { Cut, CuttableConnections } from "#lib/testing/cut-connections";
import type { World } from "./agent-world.ts";
import { ACTIONS, type ActionName } from "./world-actions.ts";

export interface Step {
  what: ActionName;
  agent: number;
  n: number;
  cut?: Cut | undefined;
}

/** The reasons for which an action does nothing. */
const EXPECTED = [
  ...["price_changed", "unavailable", "insufficient_funds", "restricted", "conflict", "negative_wallet"],
];
const isExpected = ({ what }: Step, { code = "" }: { code?: string }) =>
  EXPECTED.includes(code) || (what === "request" && code === "invalid");

/** The actions that changed something, and of these the ones that were cut. */
export const [happened, cuts] = [new Map<string, number>(), new Map<string, number>()];
const count = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

/**
 * Does a step. One that is cut is tried again with other connections, as by a person or another process.
 * @returns whether it was cut
 */
export async function take(world: World, step: Step, lines: CuttableConnections): Promise<boolean> {
  const { what, agent, n, cut } = step;
  const act = () => ACTIONS[what](world, world.agents[agent]?.id ?? 0, n);
  Object.assign(world, { line: world.at.system.db, ref: randomUUID(), again: false });
  const before = fingerprint(world);
  let wasCut = false;
  if (cut) {
    world.line = lines.db;
    const tried = await lines.run(cut, act);
    wasCut = tried.cut;
    if (!wasCut && tried.result.status === "rejected" && !isExpected(step, tried.result.reason))
      throw tried.result.reason;
    Object.assign(world, { line: world.at.system.db, again: true });
  }
  // An action that was done in spite of a cut isn't done again.
  if (!cut || (wasCut && before === fingerprint(world)))
    await act().catch((error: { code?: string }) => {
      if (!isExpected(step, error)) throw error;
    });
  if (before !== fingerprint(world)) count(happened, what);
  if (wasCut) count(cuts, what);
  return wasCut;
}

const fingerprint = ({ wallets, bought, asked }: World) =>
  [...wallets.values(), ...bought.map(({ state }) => state), ...asked.map(({ id }) => id)].join();

/** Compares wallets, sales and commissions with the prices shown and the actions taken. */
export async function expectExact(world: World): Promise<void> {
  const { system } = world.at;
  const ids = [...world.wallets.keys()];
  for (const { id, ctx } of [...world.parents, ...world.agents])
    expect((await getBalance(ctx)).wallet, `wallet of ${id}`).toBe(world.wallets.get(id));
  const [sums] = await system.db.execute<Record<"sales" | "all", string>>(sql`
    select sum(sales) as sales, sum(wallet + held + sales + funding + advanced) as all
    from wallets where reseller_id in ${ids}`);
  expect([BigInt(sums?.sales ?? 0), BigInt(sums?.all ?? 0)]).toEqual([world.sales, 0n]);
  const paid = await system.db.execute<{ id: string; kinds: string }>(sql`
    select purchase_id as id, string_agg(kind, ' ' order by id) as kinds
    from journals
    where kind like 'commission%' and purchase_id in (
      select id from purchases where reseller_id in ${ids})
    group by purchase_id`);
  const expected = [...world.past, ...world.bought].flatMap(({ id, commission, state }) => {
    if (commission === 0n) return [];
    if (state === "reversed") return [[id, "commission commission_reversal"]];
    return state === "delivered" || state === "repaid" ? [[id, "commission"]] : [];
  });
  expect(new Map(paid.map(({ id, kinds }) => [Number(id), kinds]))).toEqual(
    new Map(expected as [number, string][]),
  );
  expect((await checkPurchases(system)).findings).toEqual([]);
}

/** A history with each kind of movement, which random ones may lack. */
export const EACH_KIND: Step[] = [
  { what: "join", agent: 0, n: 0 },
  ...[0, 1, 2].map((agent): Step => ({ what: "buy", agent, n: 0 })),
  { what: "deliver", agent: 0, n: 0 },
  { what: "reverse", agent: 0, n: 0 },
  { what: "fail", agent: 0, n: 1 },
  { what: "advance", agent: 0, n: 2 },
  { what: "deliver", agent: 0, n: 2 },
  { what: "answer", agent: 0, n: 1 },
  { what: "send", agent: 0, n: 5 },
  { what: "request", agent: 0, n: 2 },
  { what: "respond", agent: 0, n: 0 },
  { what: "part", agent: 0, n: 0 },
];
