import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isWaiting, unlessWaiting } from "#lib/audit/second-admin";
import type { Ctx } from "#lib/core/context";
import { setTerms, terms } from "#lib/funding/terms";
import { credit, debit } from "#lib/ledger/adjust";
import { recordMoney } from "#lib/payment/record-money";
import { endRefund, startRefund } from "#lib/payment/refund";
import { acknowledgeDifference } from "#lib/payment/settlement/acknowledge";
import { place } from "#lib/purchase/place/place";
import { type Scene, scene } from "#lib/testing/scene";
import { confirmDecision } from "./admin/confirm-decision.ts";
import { proposalList } from "./admin/proposal-list.ts";
import { recordTopUp } from "./admin/record-top-up.ts";
import { upstreamBalance } from "./upstream-balance.ts";

let at: Scene;
let ada: Ctx;
let ben: Ctx;
let rita: { id: number; ctx: Ctx };
const reason = "as agreed on the phone";

beforeAll(async () => {
  at = await scene();
  [ada, ben] = [await at.admin(), await at.admin()];
  rita = await at.reseller("api", 1_000_000n);
});
beforeEach(async () => {
  await at.system.db.execute(sql`delete from moved_alone`);
  await at.system.db.execute(sql`update decisions set ended_at = now() where ended_at is null`);
});
afterAll(() => at.close());

const wish = (amount: bigint) => ({ resellerId: rita.id, amount, reason });

async function requestOf(done: Promise<unknown>): Promise<{ id: number }> {
  const waiting = await done;
  if (!isWaiting(waiting)) throw new Error("It did not wait for approval.");
  return { id: waiting.proposal };
}

/** Uses up what the admin moves alone within 24 hours. */
const useUp = async () => unlessWaiting(await credit(ada, wish(500_000n)));

test("requests approval for the second of six payments of ₦5,000 where there are two owners", async () => {
  unlessWaiting(await credit(ada, wish(500_000n)));
  await requestOf(credit(ada, wish(500_000n)));
  expect((await proposalList.page(ben)).rows).toMatchObject([{ day: { moved: 500_000n, above: 500_000n } }]);
});

test("counts all kinds of manual money together", async () => {
  unlessWaiting(await credit(ada, wish(300_000n)));
  unlessWaiting(await debit(ada, wish(200_000n)));
  await requestOf(debit(ada, wish(1n)));
  unlessWaiting(await debit(ben, wish(1n)));
});

test("requests approval for an upstream deposit, and records it when another admin approves", async () => {
  const { ident } = (
    await place(rita.ctx, {
      ...{ ref: "one", phone: "08031234567", channel: "api", again: true },
      ...{ planId: at.offered().planId, networkId: at.offered().networkId },
    })
  ).purchase;
  await at.system.db.execute(sql`update purchases set state = 'sending' where ident = ${ident}`);
  await at.system.db.execute(sql`
    insert into attempts (purchase_id, worker, answered_at, meaning, balance_before, balance_after)
    select id, 'test', now(), 'successful', 900000, 800000 from purchases where ident = ${ident}`);
  await useUp();
  const deposit = { amount: 5_000n, at: new Date(), reason };
  const request = await requestOf(recordTopUp(ada, deposit) as Promise<unknown>);
  const adjustments = () => at.system.db.execute(sql`select amount from upstream_adjustments`);
  expect(await adjustments()).toEqual([]);
  await confirmDecision(ben, request);
  expect(await adjustments()).toEqual([{ amount: "5000" }]);
  expect(await upstreamBalance(ben)).toBeDefined();
});

test("requests approval before a settlement discrepancy is accepted", async () => {
  const [row] = await at.system.db.execute<{ id: string }>(sql`
    insert into settlement_differences (provider, kind, currency, there) values ('paystack', 'missing_here', 'NGN', 700)
    returning id`);
  const id = Number(row?.id);
  await useUp();
  const request = await requestOf(acknowledgeDifference(ada, { id, reason }) as Promise<unknown>);
  await requestOf(acknowledgeDifference(ada, { id, reason }) as Promise<unknown>).then(
    () => expect.unreachable(),
    (error) => expect(error).toMatchObject({ code: "conflict" }),
  );
  await confirmDecision(ben, request);
  const [after] = await at.system.db.execute(sql`select state from settlement_differences where id = ${id}`);
  expect(after).toEqual({ state: "acknowledged" });
});

test("requests approval before a refund that needs attention is ended", async () => {
  await recordMoney(at.system, "paystack", {
    ...{ transaction: "t1", reference: null, way: null, account: null, raw: "{}" },
    ...{ gross: 900n, fee: 10n, currency: "NGN", paidAt: new Date() },
  });
  const [money] = await at.system.db.execute<{ id: string }>(sql`select id from provider_transactions`);
  const id = Number(money?.id);
  await startRefund(at.system, { id, reason });
  await at.system.db.execute(
    sql`update payment_refunds set state = 'attention', refund = 'r1', why = 'stuck'`,
  );
  await useUp();
  const request = await requestOf(endRefund(ada, { id, reason }) as Promise<unknown>);
  await confirmDecision(ben, request);
  const [after] = await at.system.db.execute(sql`select state from provider_transactions`);
  expect(after).toEqual({ state: "suspense" });
});

test("changes the payment instructions after a second owner approves", async () => {
  const { version } = await terms(ada);
  const request = await requestOf(
    setTerms(ada, { text: "Pay to 9999999999", version, reason }) as Promise<unknown>,
  );
  expect((await terms(ada)).text).toBe("");
  const rows = (await proposalList.page(ben)).rows;
  expect(rows).toMatchObject([{ change: { change: "instructions", after: { text: "Pay to 9999999999" } } }]);
  await expect(confirmDecision(ada, request)).rejects.toMatchObject({ code: "forbidden" });
  await confirmDecision(ben, request);
  expect((await terms(ada)).text).toBe("Pay to 9999999999");
});
