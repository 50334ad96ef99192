import { Logger, type Runner, run, type TaskList } from "graphile-worker";
import { database } from "#db/client";
import { listen } from "#db/listen";
import { sweep } from "#db/retention";
import { mailReset } from "#lib/account/password/reset-by-mail";
import { endOldProposals } from "#lib/audit/second-admin";
import { placeRows } from "#lib/bulk/place-rows";
import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { startMailer } from "#lib/mail/sender";
import { giveUpMails } from "#lib/mail/state";
import { passOn } from "#lib/notice/pass-on";
import { startPusher } from "#lib/notice/pusher";
import { tellPrices } from "#lib/notice/tell-prices";
import { eraseOldTold } from "#lib/payment/erase-told";
import { followRefunds } from "#lib/payment/refund";
import { forgetKeys } from "#lib/payment/set-keys";
import { compareSettlements } from "#lib/payment/settlement/compare";
import { sweepPayments } from "#lib/payment/sweep-payments";
import { eraseOldCases } from "#lib/purchase/case/erase-cases";
import { parseChange } from "#lib/purchase/read/watch";
import { closeDays } from "#lib/purchase/report/close-days";
import { countDays } from "#lib/purchase/report/count-days";
import { dispatch, wakeWhenTold } from "#lib/purchase/send/dispatch";
import { reconcile } from "#lib/reconcile/reconcile";
import { lookForAlerts } from "#lib/report/alert/look";
import { startAlerter } from "#lib/report/alert/sender";
import { mailedFile } from "#lib/report/mailed-file";
import { tellReports } from "#lib/report/tell-reports";
import { placeDue } from "#lib/schedule/place-due";
import { tellDayBefore } from "#lib/schedule/tell";
import { lookAfterPaid } from "#lib/shop/look-after-paid";
import { sweepOrders } from "#lib/shop/sweep-orders";
import { checkBooks } from "#lib/upkeep/upkeep";
import { startSender } from "#lib/webhook/sender";

/** The context of background work: the process's pool, and a name for the audit record. */
export function systemCtx(name: string): Ctx {
  return { actor: { kind: "system", name }, db: database().db };
}

/** Tasks of the version before: what it left in the queue ends here. */
const BEFORE = [
  "webhook:deliver",
  ...["bulk:sweep", "purchase:erase_cases", "payment:erase", "account:sweep", "mail:sweep", "webhook:sweep"],
];

/** Background work that may be retried. Purchases must be sent only once, so sending them is not a task. */
const tasks: TaskList = {
  "catalogue:sync": async () => {
    await sync(systemCtx("catalogue"));
  },
  "purchase:reconcile": async (_payload, { addJob }) => {
    const { more } = await reconcile(systemCtx("reconcile"));
    if (more) await addJob("purchase:reconcile", {}, { jobKey: "purchase:reconcile_more", maxAttempts: 1 });
  },
  "purchase:count_days": async () => {
    await countDays(systemCtx("report"));
  },
  "purchase:close_days": async () => {
    await closeDays(systemCtx("report"), checkBooks);
  },
  "bulk:place": async () => {
    await placeRows(systemCtx("bulk"));
  },
  "schedule:place": async () => {
    await placeDue(systemCtx("schedule"));
    await tellDayBefore(systemCtx("schedule"));
  },
  "payment:sweep": async (_payload, { addJob }) => {
    const { more } = await sweepPayments(systemCtx("payment"));
    const refunds = await followRefunds(systemCtx("payment"));
    if (more || refunds.more) await addJob("payment:sweep", {}, SWEEP_PAYMENTS);
  },
  "payment:compare": async () => {
    await compareSettlements(systemCtx("payment"));
  },
  "shop:paid": async (payload, { addJob }) => {
    const { resellerId } = payload as { resellerId?: number };
    const { more } = await lookAfterPaid(systemCtx("shop"), { resellerId });
    if (more) await addJob("shop:paid", {}, LOOK_AFTER_PAID);
  },
  "shop:sweep": async () => {
    await sweepOrders(systemCtx("shop"));
  },
  "report:alert": async () => {
    await lookForAlerts(systemCtx("report"));
  },
  "report:tell": async () => {
    await tellReports(systemCtx("report"));
  },
  "account:mail_reset": async (payload) => {
    await mailReset(systemCtx("account"), payload as { email: string });
  },
  "notice:pass_on": async () => {
    await tellPrices(systemCtx("notice"));
    await passOn(systemCtx("notice"));
  },
  /** What was kept long enough goes. */
  "upkeep:sweep": async (_payload, { addJob }) => {
    await endOldProposals(systemCtx("proposals"));
    await giveUpMails(systemCtx("mail"));
    await forgetKeys(systemCtx("payment"));
    await eraseOldTold(systemCtx("payment"));
    await eraseOldCases(systemCtx("purchase"));
    const { more } = await sweep(systemCtx("sweep"));
    if (more) await addJob("upkeep:sweep", {}, { jobKey: "upkeep:sweep", maxAttempts: 1 });
  },
  ...Object.fromEntries(BEFORE.map((task) => [task, async () => {}])),
};

/** When tasks run: minute, hour, day, month, weekday. */
const crontab = [
  "* * * * * catalogue:sync ?max=1&jobKey=catalogue:sync",
  "* * * * * purchase:reconcile ?max=1&jobKey=purchase:reconcile",
  "*/10 * * * * purchase:count_days ?max=1&jobKey=purchase:count_days",
  "41 * * * * purchase:close_days ?max=1&jobKey=purchase:close_days",
  "* * * * * bulk:place ?max=1&jobKey=bulk:place",
  "* * * * * schedule:place ?max=1&jobKey=schedule:place",
  "* * * * * payment:sweep ?max=1&jobKey=payment:sweep",
  "23 4 * * * payment:compare ?max=3&jobKey=payment:compare",
  "* * * * * shop:paid ?max=1&jobKey=shop:paid",
  "* * * * * shop:sweep ?max=1&jobKey=shop:sweep",
  "7 * * * * upkeep:sweep ?max=1&jobKey=upkeep:sweep",
  "*/10 * * * * report:tell ?max=1&jobKey=report:tell",
  "* * * * * report:alert ?max=1&jobKey=report:alert",
  "* * * * * notice:pass_on ?max=1&jobKey=notice:pass_on",
].join("\n");

/** Starts the process's background work: the sending of purchases, webhooks, mail and alerts, and the tasks. */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const dispatcher = dispatch(systemCtx("dispatch"));
  const sender = startSender(systemCtx("webhook"));
  const mailer = startMailer(systemCtx("mail"), {
    fileOf: (file) => mailedFile(systemCtx("mail"), file),
  });
  const pusher = startPusher(systemCtx("push"));
  const alerter = startAlerter(systemCtx("alert"));
  const runner = await startTasks();
  const stopListening = await Promise.all([
    wakeWhenTold(dispatcher),
    listen("purchase", (payload) => {
      const { state } = parseChange(payload);
      if (state === "successful" || state === "failed") reconcileSoon(runner);
      if (state === "failed") lookAfterPaidSoon(runner);
    }),
    listen("payment", () => sweepPaymentsSoon(runner)),
    listen("settlement", () => compareSoon(runner)),
    listen("order", (payload) => {
      if (payload === "" || payload.endsWith("received")) lookAfterPaidSoon(runner);
    }),
    listen("wallet", (payload) => {
      lookAfterPaidSoon(runner, Number(payload) || undefined);
      // Money came, which a list may wait for too.
      placeRowsSoon(runner);
    }),
    listen("bulk", () => placeRowsSoon(runner)),
    listen("price_changed", () => syncSoon(runner)),
    listen("webhook", sender.wake),
    listen("notice", () => passOnSoon(runner)),
    listen("mail", mailer.wake),
    listen("push", pusher.wake),
  ]);
  return {
    async stop() {
      for (const stop of stopListening) stop();
      const senders = [sender, mailer, pusher, alerter].map((one) => one.stop());
      await Promise.all([dispatcher.stop(), ...senders, runner.stop()]);
    },
  };
}

async function startTasks(): Promise<Runner> {
  const runner = await run({
    connectionString: env().DATABASE_URL,
    taskList: tasks,
    crontab,
    concurrency: 2,
    maxPoolSize: 4,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      if (level === "error" || level === "warning") log.warn("job", { message, error: meta?.error });
    }),
  });
  await runner.addJob("catalogue:sync", {}, SYNC_JOB);
  for (const task of ["purchase:count_days", "purchase:close_days"])
    await runner.addJob(task, {}, { jobKey: task, maxAttempts: 1 });
  return runner;
}

const SYNC_JOB = { jobKey: "catalogue:sync", maxAttempts: 1 };

const SWEEP_PAYMENTS = { jobKey: "payment:sweep", maxAttempts: 1 };

/** A provider sent a notice. Many of them cause one run. */
function sweepPaymentsSoon(runner: Runner): void {
  runner
    .addJob("payment:sweep", {}, SWEEP_PAYMENTS)
    .catch((error: unknown) => log.warn("job.sweep_not_added", { error }));
}

/** An admin asked. */
function compareSoon(runner: Runner): void {
  runner
    .addJob("payment:compare", {}, { jobKey: "payment:compare", maxAttempts: 1 })
    .catch((error: unknown) => log.warn("job.compare_not_added", { error }));
}

const LOOK_AFTER_PAID = { jobKey: "shop:paid", maxAttempts: 1 };

/** An order was paid, its delivery failed, or money came into a wallet that some of them wait for. */
function lookAfterPaidSoon(runner: Runner, resellerId?: number): void {
  const job =
    resellerId === undefined ? LOOK_AFTER_PAID : { ...LOOK_AFTER_PAID, jobKey: `shop:paid ${resellerId}` };
  runner
    .addJob("shop:paid", { resellerId }, job)
    .catch((error: unknown) => log.warn("job.orders_not_added", { error }));
}

/** A list was begun, or may go on. What comes while its rows are placed causes one run more. */
function placeRowsSoon(runner: Runner): void {
  runner
    .addJob("bulk:place", {}, { jobKey: "bulk:place", maxAttempts: 1 })
    .catch((error: unknown) => log.warn("job.place_rows_not_added", { error }));
}

/** Somebody was told something. What comes while notices are passed on causes one run more. */
function passOnSoon(runner: Runner): void {
  runner
    .addJob("notice:pass_on", {}, { jobKey: "notice:pass_on", maxAttempts: 1 })
    .catch((error: unknown) => log.warn("job.pass_on_not_added", { error }));
}

/** The upstream charged another price than it listed, so the list is fetched again. */
function syncSoon(runner: Runner): void {
  runner
    .addJob("catalogue:sync", {}, SYNC_JOB)
    .catch((error: unknown) => log.warn("job.sync_not_added", { error }));
}

/** When the reconciling that was asked for last begins, in ms since the epoch. */
let reconcilesAt = 0;

/**
 * A definite answer may prove what became of other purchases. Many answers cause one run: what is answered before it begins
 * is seen by it.
 */
function reconcileSoon(runner: Runner): void {
  if (Date.now() < reconcilesAt) return;
  reconcilesAt = Date.now() + 5_000;
  const when = {
    jobKey: "purchase:reconcile",
    jobKeyMode: "preserve_run_at",
    runAt: new Date(reconcilesAt),
  } as const;
  runner.addJob("purchase:reconcile", {}, { ...when, maxAttempts: 1 }).catch((error: unknown) => {
    reconcilesAt = 0;
    log.warn("job.reconcile_not_added", { error });
  });
}
