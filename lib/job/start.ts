import { database } from "#db/client";
import { type Channel, listen } from "#db/listen";
import { resetLane } from "#lib/account/password/reset-lane";
import { batchLane, goOnAfterMoney } from "#lib/bulk/place-rows";
import type { Ctx } from "#lib/core/context";
import { type RunningLane, startLane } from "#lib/core/lane";
import { LANES, type LaneName } from "#lib/core/lane-names";
import { startMailer } from "#lib/mail/sender";
import { startPusher } from "#lib/notice/pusher";
import { PROVIDERS } from "#lib/payment/provider";
import { paymentLane } from "#lib/payment/sweep-payments";
import { parseChange } from "#lib/purchase/read/watch";
import { dispatch, wakeWhenTold } from "#lib/purchase/send/dispatch";
import { startAlerter } from "#lib/report/alert/sender";
import { mailedFile } from "#lib/report/mailed-file";
import { scheduleLane } from "#lib/schedule/place-due";
import { lookAfterMoney, orderLane } from "#lib/shop/look-after-paid";
import { startSender } from "#lib/webhook/sender";
import { collapse } from "./collapse.ts";
import { type LineName, openLines } from "./lines.ts";
import { runsOn } from "./runs.ts";
import { startScheduler } from "./scheduler.ts";

/** The context of background work: the process's pool, and a name for the audit record. */
export function systemCtx(name: string): Ctx {
  return { actor: { kind: "system", name }, db: database().db };
}

/** A definite answer may prove what became of other purchases: many answers cause one run after so long, in ms. */
const RECONCILE_AFTER_MS = 5_000;

/**
 * Starts the process's background work: the sending of purchases, and the lanes. See docs/decisions/lanes.md.
 */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const dispatcher = dispatch(systemCtx("dispatch"));
  const lines = openLines();
  const ctxOf = (line: LineName, name: string): Ctx => ({ ...systemCtx(name), db: lines[line].db });
  const scheduler = await startScheduler(ctxOf("prices", "scheduler"), runsOn(ctxOf));
  const lanes = startLanes(ctxOf);
  const payments = [...PROVIDERS, "own" as const].map((of) => lanes[`payments_${of}`]);
  const wake = (...some: RunningLane[]) => {
    for (const lane of some) lane.wake();
  };
  const { runSoon } = scheduler;
  const afterMoney = moneyListener(ctxOf, lanes);

  const hear: Partial<Record<Channel, (payload: string) => void>> = {
    purchase(payload) {
      const { state } = parseChange(payload);
      if (state === "successful" || state === "failed") runSoon("reconcile", RECONCILE_AFTER_MS);
    },
    payment: () => wake(...payments),
    settlement() {
      for (const provider of PROVIDERS) runSoon(`settlements_${provider}`);
    },
    order(payload) {
      if (payload === "" || payload.endsWith("received")) wake(lanes.orders);
    },
    wallet: afterMoney,
    bulk: () => wake(lanes.batches),
    price_changed: () => runSoon("catalogue"),
    webhook: () => wake(lanes.webhooks),
    notice: () => runSoon("notices"),
    mail: () => wake(lanes.mail),
    push: () => wake(lanes.pushes),
    lane(name) {
      if (name === "") return wake(scheduler, ...Object.values(lanes));
      if (Object.hasOwn(lanes, name)) wake(lanes[name as keyof typeof lanes]);
      else if (Object.hasOwn(LANES, name)) runSoon(name as LaneName);
    },
  };
  const stopListening = await Promise.all([
    wakeWhenTold(dispatcher),
    ...Object.entries(hear).map(([channel, handler]) => listen(channel as Channel, handler)),
  ]);
  return {
    async stop() {
      for (const stop of stopListening) stop();
      await Promise.all([dispatcher, scheduler, ...Object.values(lanes)].map((one) => one.stop()));
      await lines.closeAll();
    },
  };
}

/** The lanes that claim items of their own. */
function startLanes(ctxOf: (line: LineName, name: string) => Ctx) {
  const payments = ctxOf("payments", "payment");
  const own = ctxOf("payments_own", "payment");
  const [orders, batches, schedules] = [
    ctxOf("orders", "shop"),
    ctxOf("batches", "bulk"),
    ctxOf("schedules", "schedule"),
  ];
  const resets = ctxOf("notices", "account");
  return {
    webhooks: startSender(ctxOf("messages", "webhook")),
    mail: startMailer(ctxOf("messages", "mail"), {
      fileOf: (file) => mailedFile(ctxOf("reports", "mail"), file),
    }),
    pushes: startPusher(ctxOf("messages", "push")),
    alerts: startAlerter(ctxOf("alerts", "alert")),
    orders: startLane(orders, orderLane(orders)),
    batches: startLane(batches, batchLane(batches)),
    schedules: startLane(schedules, scheduleLane(schedules)),
    resets: startLane(resets, resetLane(resets)),
    payments_paystack: startLane(payments, paymentLane(payments, "paystack")),
    payments_monnify: startLane(payments, paymentLane(payments, "monnify")),
    payments_flutterwave: startLane(payments, paymentLane(payments, "flutterwave")),
    payments_own: startLane(own, paymentLane(own, "own")),
  };
}

/** Money came into a wallet: what waits for it there is due, and nothing else. */
function moneyListener(
  ctxOf: (line: LineName, name: string) => Ctx,
  { orders, batches }: ReturnType<typeof startLanes>,
): (payload: string) => void {
  const whose = new Set<number | null>();
  const makeDue = collapse(async () => {
    const all = [...whose];
    whose.clear();
    for (const resellerId of all.includes(null) ? [null] : all) {
      await lookAfterMoney(ctxOf("orders", "shop"), resellerId);
      await goOnAfterMoney(ctxOf("batches", "bulk"), resellerId);
    }
    orders.wake();
    batches.wake();
  });
  return (payload) => {
    whose.add(Number(payload) || null);
    makeDue();
  };
}
