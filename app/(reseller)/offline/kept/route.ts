import { purchaseStateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { OFFLINE_ACCOUNT_HEADER } from "#app/ui/shell/offline-account-header.ts";
import { listPlans } from "#lib/catalogue/list-plans";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { defineRoute } from "#lib/web/route";

const MAX_PURCHASES = 30;

/** Returns the data for offline use: the last purchases and current prices. */
export const GET = defineRoute(
  async (ctx) => {
    const [{ rows }, { plans }] = await Promise.all([
      ownPurchaseList.page(ctx, {}, MAX_PURCHASES),
      listPlans(ctx, {}),
    ]);
    const purchases = rows.map(({ phone, state, cancelled, price, placedAt, ...plan }) => ({
      title: phone,
      note: `${formatPlanName(plan)}, ${purchaseStateLabel(state, cancelled).word}`,
      value: formatMoney(price),
      at: placedAt,
    }));
    const prices = plans.map((plan) => ({
      title: formatPlanName(plan),
      note: `${plan.typeName}, ${plan.validity}`,
      value: formatMoney(plan.price),
    }));
    const answer = Response.json({ at: new Date(), purchases, prices });
    answer.headers.set(OFFLINE_ACCOUNT_HEADER, String(ctx.actor.kind === "reseller" && ctx.actor.id));
    return answer;
  },
  { audience: "reseller" },
);
