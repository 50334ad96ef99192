import { RemainingPurchasesNote } from "#app/(reseller)/remaining-purchases-note";
import { Banner } from "#app/ui/banner";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { TextLink } from "#app/ui/page/page-link";
import { BalanceToggle, PrivateMoney } from "#app/ui/private-money";
import { Time } from "#app/ui/time";
import type { PlanListView } from "#lib/catalogue/list-plans";
import { type Ctx, isCostHidden } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatMoney, getMoneyFormat } from "#lib/core/money/money";
import { formatPhone, getExamplePhone, getPhoneRule, parsePhone } from "#lib/core/text/phone";
import { getResellerBuy, type RecipientHints } from "#lib/home/reseller-buy";
import { completeDetails, TypedDetails } from "#lib/purchase/place/offer";
import { createPurchaseRef } from "#lib/purchase/place/refs";
import { MIN_WAIT_S } from "#lib/purchase/place/review-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { requireResellerPage } from "#lib/request/actor";
import { BuyPanel } from "./buy-panel.tsx";
import { BuyTabs, NoPlans, OffBanner, PausedBanner } from "./buy-parts.tsx";
import type { PhoneHints } from "./number-field.tsx";
import { buildNetworkOptions } from "./options.ts";
import { type BuySelection, type BuyStep, buildReviewStep, formatMessageOffer } from "./review-step.ts";

export const metadata = { title: "Buy data" };

/** Number, network, plan, review. Holds all plans of the reseller's level, so choosing needs no request. */
export default async function BuyPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage("sell");
  const query = await searchParams;
  const helper = ctx.actor.kind === "helper";
  const view = await getResellerBuy(ctx);
  const { form, paused, sellingPrices } = view;
  const { fresh, staleSince, off, unsold } = view.list;
  const plans = [...view.list.plans, ...paused.flatMap((type) => (type.isTryable ? type.plans : []))];
  const first = await buildFirstStep(ctx, query, plans);
  const costHidden = isCostHidden(ctx);
  const open = fresh && form.accepting;
  return (
    <>
      <PageHeader title="Buy data" tabs={<BuyTabs ctx={ctx} current="/buy" />} />
      <p className="-mt-2 mb-2 text-right text-sm text-unsure empty:hidden in-[:has([data-review])]:hidden">
        {form.wallet === 0n && !helper ? (
          <TextLink href="/wallet/fund">Your wallet is empty. Top up</TextLink>
        ) : (
          <RemainingPurchasesNote count={form.remaining} />
        )}
      </p>
      <OffBanner off={off} />
      <PausedBanner paused={paused} />
      {plans.length === 0 ? (
        off.length + paused.length === 0 && <NoPlans filtered={false} />
      ) : (
        <div className="grid gap-5">
          {!open && <SalesPausedBanner since={staleSince} />}
          {open && !form.sending && <SendingPausedBanner />}
          <BuyPanel
            key={JSON.stringify(query)}
            first={first}
            isNextCustomer={query.next === "customer"}
            samePlan={query.next === "customer" ? firstValue(query.same) : undefined}
            balance={
              form.wallet !== null && (
                <span className="inline-flex items-center gap-1">
                  <span className="text-muted">Wallet </span>
                  <PrivateMoney text={formatMoney(form.wallet)} className="font-medium" />
                  <BalanceToggle />
                </span>
              )
            }
            networks={buildNetworkOptions(plans, sellingPrices, { isCostHidden: costHidden, unsold })}
            phoneHints={buildPhoneHints(view.hints)}
            facts={{
              phoneRule: getPhoneRule(),
              wallet: String(form.wallet ?? ""),
              walletText: form.wallet === null ? "" : formatMoney(form.wallet),
              money: getMoneyFormat(),
              asksPin: form.asksPin,
              messageOffer: formatMessageOffer(view.message),
              isSchedulable: !helper,
              // Without the cost, a browser can’t tell whether the wallet pays.
              open: open && !costHidden && form.waitS <= MIN_WAIT_S,
              details: completeDetails(),
            }}
          />
        </div>
      )}
    </>
  );
}

const buildPhoneHints = (hints: RecipientHints | null): PhoneHints => ({
  recent: hints?.recent ?? [],
  regulars: (hints?.regulars ?? []).map(({ phone, planId, networkName, size, label, usual }) => ({
    phone,
    plan: String(planId),
    network: networkName,
    note: usual ? size : label,
  })),
  canSearchCustomers: hints?.hasCustomers ?? false,
  isLookedUp: hints !== null,
  example: getExamplePhone(),
});

type Plans = PlanListView["plans"];

/**
 * Builds the first step from the query: what it names is already chosen, and with both plan and number the
 * review opens first. `again` is the reference of a purchase to repeat, `shown` the price that was shown with
 * the link.
 */
async function buildFirstStep(ctx: Ctx, query: Query, plans: Plans): Promise<BuyStep> {
  const ref = createPurchaseRef();
  const requested = {
    ...(await selectionFromPurchase(ctx, firstValue(query.again))),
    ...selectionFromQuery(query),
  };
  const pick = resolveSelection(requested, plans);
  if (pick.plan && pick.phone)
    return buildReviewStep(ctx, {
      ref,
      pick,
      details: TypedDetails.parse(query),
      shownPrice: /^\d{1,15}$/.exec(firstValue(query.shown))?.[0],
    });
  const gone =
    requested.plan && !pick.plan ? "This plan isn’t for sale right now. Choose another plan." : null;
  const errors = gone && pick.network ? { plan: gone } : {};
  return { ref, pick, errors, banner: pick.network ? null : gone, review: null };
}

/** @returns plan and number of the reseller's own purchase; nothing for any other. */
async function selectionFromPurchase(ctx: Ctx, ident: string): Promise<Partial<BuySelection>> {
  if (!/^DT[0-9A-Z]+$/.test(ident)) return {};
  try {
    const { networkId, planId, phoneE164 } = await getPurchase(ctx, { ident });
    return { network: String(networkId), plan: String(planId), phone: phoneE164 };
  } catch (error) {
    if (error instanceof PortalError) return {};
    throw error;
  }
}

function selectionFromQuery(query: Query): Partial<BuySelection> {
  const names = ["network", "plan", "phone"] as const;
  return Object.fromEntries(
    names.flatMap((name) => (firstValue(query[name]) ? [[name, firstValue(query[name])]] : [])),
  );
}

/** Resolves a requested selection to plans that are for sale; a plan sets its network. */
function resolveSelection(requested: Partial<BuySelection>, plans: Plans): BuySelection {
  const phone = groupPhoneText(requested.phone ?? "");
  const plan = plans.find(({ id }) => String(id) === requested.plan);
  if (plan) return { network: String(plan.networkId), plan: String(plan.id), phone };
  const network = plans.find(({ networkId }) => String(networkId) === requested.network);
  return { network: network ? String(network.networkId) : "", plan: "", phone };
}

function groupPhoneText(phone: string): string {
  const right = parsePhone(phone);
  return right ? formatPhone(right) : phone.slice(0, 40);
}

/** @returns a query's first value, with a leading `+` restored where the URL turned it into a space. */
function firstValue(value: string | string[] | undefined): string {
  return ([value].flat()[0] ?? "").replace(/^ (?=\d)/, "+");
}

/** Before anything is paid: sending is stopped, and purchases only wait. */
function SendingPausedBanner() {
  return (
    <Banner kind="warn" title="The network isn’t accepting purchases right now">
      You can buy, and your purchase waits in the queue. If it can’t be sent in time, it’s cancelled and
      refunded automatically.
    </Banner>
  );
}

/** Shown while purchases are paused. `since`: the time of the last price list, if it is too old. */
function SalesPausedBanner({ since }: { since: Date | null }) {
  return (
    <Banner kind="warn" title="Buying is paused right now">
      {since ? (
        <>
          These prices are from <Time at={since} />, and we can’t get newer ones. Nothing is charged. Try
          again in a few minutes.
        </>
      ) : (
        "Nothing is charged. You can still look at plans. Try again in a few minutes."
      )}
    </Banner>
  );
}
