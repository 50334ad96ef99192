import { sweep } from "#db/retention";
import { endOldProposals } from "#lib/audit/second-admin";
import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import { giveUpMails } from "#lib/mail/state";
import { passOn } from "#lib/notice/pass-on";
import { tellPrices } from "#lib/notice/tell-prices";
import { configured } from "#lib/payment/configured";
import { eraseOldTold } from "#lib/payment/erase-told";
import { PROVIDERS, type ProviderName } from "#lib/payment/provider";
import { forgetKeys } from "#lib/payment/set-keys";
import { compareSettlements } from "#lib/payment/settlement/compare";
import { sweepAccounts } from "#lib/payment/sweep-accounts";
import { eraseOldCases } from "#lib/purchase/case/erase-cases";
import { closeDays } from "#lib/purchase/report/close-days";
import { countDays } from "#lib/purchase/report/count-days";
import { reconcile } from "#lib/reconcile/reconcile";
import { lookForAlerts } from "#lib/report/alert/look";
import { tellReports } from "#lib/report/tell-reports";
import { tellDayBefore } from "#lib/schedule/tell";
import { sweepOrders } from "#lib/shop/sweep-orders";
import { checkBooks } from "#lib/upkeep/upkeep";
import type { LineName } from "./lines.ts";
import type { Run } from "./scheduler.ts";
import type { When } from "./when.ts";

const MINUTE_MS = 60_000;
const EACH_MINUTE: When = { everyMs: MINUTE_MS };
const EACH_TEN_MINUTES: When = { everyMs: 10 * MINUTE_MS };

/** What comes at certain times, each on connections that it shares with nothing that waits for others. */
export function runsOn(ctxOf: (line: LineName, name: string) => Ctx): Run[] {
  const plain = (
    line: LineName,
    name: Run["name"],
    when: When,
    work: (ctx: Ctx) => Promise<unknown>,
    more: Partial<Run> = {},
  ): Run => ({
    ...{ name, when, ...more },
    async work() {
      await work(ctxOf(line, name));
      return undefined;
    },
  });
  return [
    plain("prices", "catalogue", EACH_MINUTE, (ctx) => sync(ctx), { atStart: true }),
    plain("alerts", "alert_checks", EACH_MINUTE, lookForAlerts),
    {
      ...{ name: "reconcile", when: EACH_MINUTE },
      async work() {
        const { more, upTo } = await reconcile(ctxOf("books", "reconcile"));
        return { more, progress: upTo };
      },
    },
    plain("reports", "report_days", EACH_TEN_MINUTES, countDays, {
      atStart: true,
      deadlineMs: 60 * MINUTE_MS,
    }),
    plain("reports", "daily_closes", { minute: 41 }, (ctx) => closeDays(ctx, checkBooks), {
      atStart: true,
      deadlineMs: 60 * MINUTE_MS,
    }),
    plain("notices", "notices", EACH_MINUTE, passOn),
    plain("notices", "price_notices", EACH_MINUTE, tellPrices),
    plain("notices", "schedule_notices", EACH_MINUTE, tellDayBefore),
    plain("notices", "reports", EACH_TEN_MINUTES, (ctx) => tellReports(ctx)),
    ...PROVIDERS.flatMap((provider) => [
      plain("payments", `accounts_${provider}`, EACH_MINUTE, (ctx) => sweepAccounts(ctx, only(provider))),
      plain("payments", `settlements_${provider}`, { hour: 4, minute: 23 }, (ctx) =>
        compareSettlements(ctx, only(provider)),
      ),
    ]),
    plain("notices", "order_expiry", EACH_MINUTE, sweepOrders),
    plain("reports", "old_proposals", { minute: 7 }, endOldProposals),
    plain("reports", "old_mail", { minute: 7 }, giveUpMails),
    plain("reports", "old_keys", { minute: 7 }, forgetKeys),
    plain("reports", "old_payment_texts", { minute: 7 }, eraseOldTold),
    plain("reports", "old_delivery_issues", { minute: 7 }, eraseOldCases),
    {
      ...{ name: "retention", when: { minute: 7 } },
      async work() {
        const { more } = await sweep(ctxOf("reports", "sweep"));
        return { more };
      },
    },
  ];
}

/** One of the operator's providers, if its keys are set: each is asked in a lane of its own. */
function only(provider: ProviderName) {
  const known = configured().get(provider);
  return new Map(known ? [[provider, known]] : []);
}
