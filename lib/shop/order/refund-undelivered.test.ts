import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTransaction } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { expireQueuedPurchases } from "#lib/dispatch/expire-queued-purchases";
import { recordResponse } from "#lib/dispatch/record-response";
import { claimNext } from "#lib/dispatch/testing/claim-next";
import { transferBalances, transferredBalances, writeTransfers } from "#lib/ledger/transfer";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelPurchase, cancelResellerPurchases } from "#lib/purchase/settle/cancel-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { resolveUnconfirmed } from "#lib/reconcile/admin/resolve-unconfirmed";
import { fulfilDueOrders } from "#lib/shop/testing/fulfil-due-orders";
import { openOnlineOrders } from "#lib/shop/testing/online-orders";

const { at, bank, run, purchasesOf, booksHold, walletOf, orderOf, moneyOf, paid, follow } =
  await openOnlineOrders();
const admin = await at.admin();

/** Buys for an order that was paid online. @param money that the wallet has beside */
async function bought(money = 0n) {
  const it = await paid({ money });
  await fulfilDueOrders(at.system);
  const [purchase] = await run(sql`select id, ident from purchases where reseller_id = ${it.owner.id}`);
  return { ...it, id: Number(purchase?.id), ident: String(purchase?.ident) };
}
type Bought = Awaited<ReturnType<typeof bought>>;

async function respond(of: Bought, result: "failed" | "invalid" | "unsent"): Promise<void> {
  const claim = await claimNext(at.system, 1);
  if (claim?.ident !== of.ident) throw new Error("Another purchase was next.");
  if (result === "unsent")
    await run(sql`update resellers set state = 'restricted' where id = ${of.owner.id}`);
  await recordResponse(at.system, claim, { result, note: "as a test says" });
}

const makeUnconfirmed = async ({ id }: Bought) => {
  await run(sql`update purchases set state = 'sending' where id = ${id}`);
  await run(sql`insert into attempts (supplier_id, purchase_id, worker, answered_at, result, cost)
    select 1, id, 'test', now(), 'unconfirmed', cost from purchases where id = ${id}`);
  await run(sql`update purchases set state = 'unconfirmed' where id = ${id}`);
};

/** Everything that ends a purchase as failed. */
const WRITERS: Record<string, (of: Bought) => Promise<unknown>> = {
  "its supplier says that it failed": (of) => respond(of, "failed"),
  "its supplier doesn't offer it for this number": (of) => respond(of, "invalid"),
  "it wasn't sent, and its reseller may no longer buy": (of) => respond(of, "unsent"),
  "its reseller cancels it": ({ owner, ident }) => cancelPurchase(owner.ctx, { ident }),
  "an admin cancels all of its reseller": ({ owner }) =>
    inTransaction(admin, (tx) =>
      cancelResellerPurchases(tx, { resellerId: owner.id, outcome: "Cancelled." }),
    ),
  "its deadline passes": async ({ id }) => {
    await run(sql`update purchases set deadline_at = now() where id = ${id}`);
    expect(await expireQueuedPurchases(at.system)).toBe(1);
  },
  "an admin decides that it wasn't delivered": async (of) => {
    await makeUnconfirmed(of);
    await resolveUnconfirmed(admin, { ident: of.ident, outcome: "failed", reason: "as the network says" });
  },
  "the balances prove that it wasn't delivered": async (of) => {
    await makeUnconfirmed(of);
    const proof = { from: ["unconfirmed"], to: "failed", by: "chain", outcome: null } as const;
    await inTransaction(at.system, (tx) => settlePurchase(tx, { purchaseId: of.id, ...proof }));
  },
};

test.each(Object.keys(WRITERS))("refunds its customer in the same transaction when %s", async (name) => {
  const it = await bought();
  await WRITERS[name]?.(it);
  expect(await purchasesOf(it.owner)).toMatchObject([{ state: "failed" }]);
  expect(await orderOf(it.of)).toMatchObject({
    payment: "refunded",
    waitingFor: null,
    online: { refund: { state: "requested" } },
  });
  expect(await moneyOf(it.of)).toMatchObject([{ state: "refunding", suspense_reason: "undelivered" }]);
  expect(await walletOf(it.owner.ctx)).toBeLessThan(0n);
  const records = sql`
    select action, actor, address, before, after - 'refund' as after, journal_id is not null as moved from audit
    where reseller_id = ${it.owner.id} and action in ('order.refunded', 'money.refund_requested') order by id`;
  const fee = -(await walletOf(it.owner.ctx));
  const by = { actor: "system:order", address: null };
  expect(await run(records)).toEqual([
    {
      ...by,
      action: "money.refund_requested",
      before: { money: "credited" },
      after: { money: "refunding", gross: String(it.price), fee: String(fee) },
      moved: true,
    },
    {
      ...by,
      action: "order.refunded",
      before: { payment: "received" },
      after: { payment: "refunded" },
      moved: false,
    },
  ]);
  await booksHold();
  await follow();
  expect(await bank.control.refunds()).toMatchObject([{ amount: it.price }]);
});

test("refunds the order of one purchase among others that end together", async () => {
  const buy = (ctx: Ctx, ref: string) =>
    placePurchase(ctx, { ...at.offered(), phone: "08031234567", ref, channel: "web", again: true });
  const it = await paid({ money: 100_000_000n });
  await buy(it.owner.ctx, "before");
  await fulfilDueOrders(at.system);
  await buy(it.owner.ctx, "after");
  expect(await purchasesOf(it.owner)).toHaveLength(3);
  await WRITERS["an admin cancels all of its reseller"]?.({ ...it, id: 0, ident: "" });
  expect((await purchasesOf(it.owner)).map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
  expect(await moneyOf(it.of)).toMatchObject([{ state: "refunding" }]);
  await booksHold();
});

test("commits no failed purchase whose customer paid online and gets nothing back", async () => {
  const it = await bought();
  const forgetful = sql`
    with ended as (
      update purchases set state = 'failed', settled_at = now(), settled_by = 'test' where id = ${it.id}
      returning reseller_id, price
    ),
    moved as (
      update wallets set ${transferBalances("release", sql`ended.price`)}
      from ended where wallets.reseller_id = ended.reseller_id
      returning ${transferredBalances("release")}, ended.price
    )
    ${writeTransfers(at.system, "release", { from: sql`moved`, amount: sql`price`, purchaseId: sql`${it.id}::bigint` })}`;
  await expect(run(forgetful)).rejects.toMatchObject({ cause: { constraint_name: "purchases_refunded" } });
  expect(await purchasesOf(it.owner)).toMatchObject([{ state: "queued" }]);
});
