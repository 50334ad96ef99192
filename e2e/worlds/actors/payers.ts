import type { OpenPayment, OrderName } from "../acts/orders.ts";
import type { OpenWorld } from "../open-world.ts";
import { act, actUntilDone, pickPhone } from "./people.ts";

/** Faults of the providers: of a response, of a payment, and of webhooks and refunds that follow. */
const RESPONSES = ["hang", "lost", "cut", "server-error", "not-json", "slow", "unauthorized"];
const PAYMENTS = ["pending-then-paid", "pending-then-failed"];
const WEBHOOKS = ["never", "reordered", "late", "wrong-signature", "other-amount", "twice"];
const REFUNDS = ["attention", "refund-failed", "refund-done"];
const FAULT_RATE = 0.25;

const MAX_AT_ONCE = 3;

/** Has some customers order at once. */
export const orderOnline = (open: OpenWorld): Promise<unknown> =>
  Promise.all(Array.from({ length: open.world.between(1, MAX_AT_ONCE) }, () => orderOnce(open)));

/** Has a customer order at a shop and pay online; sometimes twice, another amount, in cash, or not at all. */
async function orderOnce(open: OpenWorld): Promise<void> {
  const { world, shops } = open;
  const { slug, reseller } = world.pick(shops);
  const code = await actUntilDone<string>(open, "placeOrderAt", {
    ...{ slug, phone: pickPhone(open), ref: `order-${world.between(0, 1e9)}`, choice: world.random() },
    messages: world.chance(0.5) ? "yes" : "",
  });
  if (code === undefined) return;
  if (world.chance(0.15)) return void (await act(open, "deliverForCash", { reseller, code }));
  await orderFaults(open);
  const begun = (await actUntilDone<OpenPayment[]>(open, "beginPayments", { slug, code })) ?? [];
  await world.sleep(world.between(100, 3_000));
  const paid = world.chance(0.1) ? begun : begun.slice(0, 1);
  for (const payment of paid) await pay(open, payment);
  await finishOrder(open, { slug, code }, reseller);
}

async function finishOrder(open: OpenWorld, order: OrderName, reseller: number): Promise<void> {
  const { world } = open;
  await world.sleep(world.between(0, 2_000));
  if (world.chance(0.6)) await act(open, "returnToOrder", order);
  if (world.chance(0.1)) await act(open, "refundByShop", { reseller, code: order.code });
  if (world.chance(0.1)) await act(open, "deliverForCash", { reseller, code: order.code });
  await world.call("outside", "bank", { verb: "release" });
}

/** Has a reseller pay into the wallet online, with one form that is sent again where nothing came of it. */
export async function topUpOnline(open: OpenWorld): Promise<void> {
  const { world, programs, providers } = open;
  await orderFaults(open);
  const payment = await actUntilDone<OpenPayment>(open, "beginFunding", {
    ...{ reseller: world.pick(programs).reseller, provider: world.pick(providers) },
    ...{ amount: String(world.between(100, 9_000)), ref: `fund-${world.between(0, 1e9)}` },
  });
  await world.sleep(world.between(100, 3_000));
  if (payment) await pay(open, payment);
  await world.call("outside", "bank", { verb: "release" });
}

/** Pays at the provider, mostly the amount that it asks for. */
async function pay({ world }: OpenWorld, payment: OpenPayment): Promise<void> {
  if (world.chance(0.1)) return;
  const amount = world.chance(0.1) ? { amount: BigInt(world.between(20, 9_000)) * 100n } : {};
  await world.call("outside", "bank", { verb: "pay", input: { ...payment, ...amount } }).catch(() => {});
}

async function orderFaults({ world }: OpenWorld): Promise<void> {
  for (const faults of [RESPONSES, PAYMENTS, WEBHOOKS, REFUNDS])
    if (world.chance(FAULT_RATE))
      await world.call("outside", "bank", { verb: "order", input: { fault: world.pick(faults) } });
}
