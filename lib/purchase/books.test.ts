import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { saveRule } from "#lib/catalogue/save-rule";
import { setSwitch } from "#lib/catalogue/set-switch";
import { switches } from "#lib/catalogue/switches";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { credit } from "#lib/ledger/credit";
import { type Scene, scene } from "#lib/testing/scene";
import { cancel } from "./cancel.ts";
import { check } from "./check.ts";
import { note } from "./note.ts";
import { place } from "./place.ts";
import { reverse } from "./reverse.ts";
import { settle } from "./settle.ts";

let at: Scene;
let buyers: { id: number; ctx: Ctx }[];
beforeAll(async () => {
  at = await scene();
  buyers = await Promise.all([300_000n, 150_000n, 0n].map((money) => at.reseller("affiliate", money)));
});
afterAll(() => at.close());

/** What people and programs do, each picking its reseller, plan or purchase by a number. */
const ACTIONS: Record<string, (n: number) => Promise<unknown>> = {
  buy: async (n) => {
    const buyer = buyers[n % buyers.length];
    const { planId, networkId } = at.offered(n % 5);
    const order = { planId, networkId, phone: "08031234567", channel: "api" as const, again: true };
    if (buyer) await place(buyer.ctx, { ...order, ref: crypto.randomUUID() });
  },
  claim: (n) =>
    at.system.db.execute(
      sql`update purchases set state = 'sending' where id = ${pick("queued", n)} and state = 'queued'`,
    ),
  deliver: (n) => end(n, "successful"),
  fail: (n) => end(n, "failed"),
  cancel: async (n) => {
    const buyer = buyers[n % buyers.length];
    const ident = await identOf("queued", n);
    if (buyer && ident) await cancel(buyer.ctx, { ident });
  },
  reverse: async (n) => {
    const ident = await identOf("successful", n);
    if (ident) await reverse(at.system, { ident, reason: "a random one" });
  },
  note: async (n) => {
    const ident = await identOf("successful", n);
    if (ident) await note(at.system, { ident, text: "a random one" });
  },
  credit: (n) =>
    credit(at.system, { resellerId: buyers[n % 3]?.id ?? 0, amount: BigInt(n * 100 + 1), reason: "more" }),
  reprice: async (n) => {
    const { version } = await current(at.system);
    const rule = { networkId: null, typeId: null, planId: at.offered(n % 5).planId, level: null };
    const markup = { kind: "percent" as const, value: String((n % 30) - 5) };
    await saveRule(at.system, { ...rule, ...markup, seen: version, reason: "a random one" });
  },
  switch: async (n) => {
    const [all] = await switches(at.system);
    const to = n % 4 === 0 ? ("off" as const) : ("on" as const);
    const words = { message: "Closed.", reason: "a random one" };
    await setSwitch(at.system, { networkId: null, typeId: null, to, version: all?.version ?? 0, ...words });
  },
};

const pick = (state: string, n: number) => sql`(
  select id from purchases where state = ${state} order by id offset ${n} % greatest(1, (select count(*) from purchases
    where state = ${state})) limit 1)`;

async function identOf(state: string, n: number): Promise<string | undefined> {
  const [row] = await at.system.db.execute<{ ident: string }>(
    sql`select ident from purchases where id = ${pick(state, n)}`,
  );
  return row?.ident;
}

async function end(n: number, to: "successful" | "failed"): Promise<void> {
  const [row] = await at.system.db.execute<{ id: string | null }>(sql`select ${pick("sending", n)} as id`);
  if (!row?.id) return;
  await settle(at.system, { purchaseId: Number(row.id), from: ["sending"], to, by: "answer", outcome: null });
}

/** Runs an action; that the portal refuses it is one of the things that happen. */
async function act([name, n]: readonly [string, number]): Promise<void> {
  try {
    await ACTIONS[name]?.(n);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
  }
}

const doing = fc.tuple(
  fc.constantFrom(...Object.keys(ACTIONS), "buy", "buy", "claim", "claim", "deliver", "deliver"),
  fc.nat(1_000),
);

test("the books balance and agree with the purchases after whatever is done, eight at a time", async () => {
  const property = fc.asyncProperty(fc.array(doing, { minLength: 100, maxLength: 100 }), async (actions) => {
    for (let n = 0; n < actions.length; n += 8) await Promise.all(actions.slice(n, n + 8).map(act));
    const { findings } = await check(at.system);
    expect(findings.filter((finding) => !finding.includes("without an open attempt"))).toEqual([]);
    await expectNothingBelowCost();
  });
  await fc.assert(property, { numRuns: 10, endOnFailure: true });
  const [row] = await at.system.db.execute<{ reversed: string }>(
    sql`select count(*) as reversed from purchases where state = 'reversed'`,
  );
  expect(Number(row?.reversed)).toBeGreaterThan(0);
}, 120_000);

async function expectNothingBelowCost(): Promise<void> {
  const sold = await at.system.db.execute(sql`select from purchases where price < cost`);
  expect(sold).toHaveLength(0);
  for (const plan of (await current(at.system)).plans.values())
    expect(priceOf(plan, "affiliate") ?? plan.amounts.api ?? 0n).toBeGreaterThanOrEqual(
      plan.amounts.api ?? 0n,
    );
}
