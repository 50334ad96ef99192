import { buildFundPath, getBackLink } from "#app/(reseller)/paths.ts";
import { recheckOwnPaymentAction } from "#app/(reseller)/wallet/actions.ts";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { ActionButton } from "#app/ui/form/action-button";
import type { Query } from "#app/ui/list/build-href.ts";
import { Money } from "#app/ui/money";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PaymentBadge } from "#app/ui/purchase/payment-badge";
import { Time } from "#app/ui/time";
import { scaleBound } from "#lib/core/bounds";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { waitBriefly } from "#lib/core/time/wait-at-most";
import { getBalance } from "#lib/ledger/wallet";
import { getPayment } from "#lib/payment/payment-view";
import { MAX_PAGE_WAIT_MS } from "#lib/payment/recheck-pause";
import { recheckOwnPayment } from "#lib/payment/recheck-payment";
import { requireResellerPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { toSafePath } from "#lib/request/next-path";
import { ProviderRedirect } from "./provider-redirect.tsx";

export const metadata = { title: "Payment" };

type Payment = Awaited<ReturnType<typeof getPayment>>;

interface Props {
  params: Promise<{ reference: string }>;
  searchParams: Promise<Query>;
}

/** One online payment, with the link to the provider's page. Works without script. */
export default async function PaymentPage({ params, searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const [{ reference }, query] = await Promise.all([params, searchParams]);
  const back = query.back === "1";
  const next = toSafePath([query.next].flat()[0]);
  const payment = await loadOrNotFound(getPayment(ctx, { reference }));
  const now = back && payment.state !== "paid" ? await loadPayment(ctx, reference) : payment;
  const { state, amount, provider, startedAt, credited } = now;
  const { wallet } = await getBalance(ctx);
  return (
    <>
      <LiveUpdates />
      {query.go === "1" && now.page && <ProviderRedirect page={now.page} />}
      <PageHeader title="Payment" back={getBackLink(next)} />
      <div className="grid max-w-xl grid-cols-1 gap-6">
        <div aria-live="polite">
          <PaymentStatus payment={now} wallet={wallet} back={back} next={next} />
        </div>
        <Card title={<Money text={formatMoney(amount)} size="lg" />}>
          <DescriptionList
            facts={[
              {
                label: "Status",
                value: <PaymentBadge payment={now} />,
              },
              ...(credited === null || now.chargedBack
                ? buildEstimateItems(now)
                : [{ label: "Credited", value: formatMoney(credited) }]),
              { label: "Provider", value: provider },
              { label: "Started", value: <Time at={startedAt} /> },
              { label: "Reference", value: reference, mono: true },
            ]}
          />
        </Card>
        {(state !== "paid" || now.chargedBack) && (
          <ActionButton
            id="look"
            action={recheckOwnPaymentAction}
            hidden={{ reference }}
            variant="secondary"
            pendingText="Checking"
            className="self-start"
          >
            I’ve paid. Check again
          </ActionButton>
        )}
      </div>
    </>
  );
}

/** Lists the expected cost of a payment that isn’t paid yet. */
function buildEstimateItems({ state, estimate }: Payment) {
  if (state !== "started" || !estimate) return [];
  const { fee, credited } = estimate;
  return [
    { label: "Fee", value: fee > 0n ? `About ${formatMoney(fee)}` : "None" },
    { label: "You get", value: formatMoney(credited) },
  ];
}

/** Rechecks the payment with the provider, unless that was done a moment ago. */
async function loadPayment(ctx: Ctx, reference: string): Promise<Payment> {
  try {
    await waitBriefly(scaleBound(MAX_PAGE_WAIT_MS), recheckOwnPayment(ctx, { reference }), "late");
  } catch (error) {
    if (!(error instanceof PortalError && error.code === "rate_limited")) throw error;
  }
  return getPayment(ctx, { reference });
}

function PaymentStatus({
  payment: { state, amount, provider, page, credited, chargedBack },
  wallet,
  back,
  next,
}: {
  payment: Payment;
  wallet: Minor;
  back: boolean;
  /** The page to return to; "/" for none. */
  next: string;
}) {
  if (chargedBack)
    return (
      <Banner
        kind="error"
        title="The payer’s bank reversed this payment"
        action={<RetryPaymentLink next={next} />}
      >
        The amount was debited from your wallet. If the dispute is won, it’s credited again automatically.
      </Banner>
    );
  const pay = page && (
    // A plain link without a referrer, because it leaves the portal.
    <a href={page} rel="noreferrer" className={buttonClass({ variant: back ? "secondary" : "primary" })}>
      Pay {formatMoney(amount)} with {provider}
    </a>
  );
  switch (state) {
    case "paid":
      return (
        <Banner
          kind="good"
          title="Wallet credited"
          action={
            <ButtonLink href={next === "/" ? "/buy" : next} variant="secondary">
              {next === "/" ? "Buy data" : getBackLink(next).label}
            </ButtonLink>
          }
        >
          {credited !== null && `${formatMoney(credited)} was added. Your balance is ${formatMoney(wallet)}.`}
        </Banner>
      );
    case "review":
      return (
        <Banner kind="warn" title="Payment received, but it doesn’t match the amount requested">
          Support will review it. You don’t need to pay again.
        </Banner>
      );
    case "failed":
      return (
        <Banner kind="error" title="Payment failed" action={<RetryPaymentLink next={next} />}>
          We received no money. If your bank account was charged, check again below.
        </Banner>
      );
    case "expired":
      return (
        <Banner kind="warn" title="Payment expired" action={<RetryPaymentLink next={next} />}>
          Don’t pay this one now: start a new payment. If you’ve already paid, check again below.
        </Banner>
      );
    case "started":
      return back ? (
        <Banner title="Awaiting payment" action={pay}>
          {provider} hasn’t confirmed your payment yet. If you’ve paid, you don’t need to do anything: this
          page updates automatically. Don’t pay twice.
        </Banner>
      ) : (
        <Banner
          title={page ? "One more step" : `${provider} didn’t open a payment page`}
          action={pay ?? <RetryPaymentLink next={next} />}
        >
          {page
            ? `Pay on ${provider}’s page, then come back here.`
            : "You weren’t charged. Start a new payment."}
        </Banner>
      );
  }
}

function RetryPaymentLink({ next }: { next: string }) {
  return (
    <ButtonLink href={buildFundPath(next === "/" ? {} : { next })} variant="secondary">
      Top up wallet
    </ButtonLink>
  );
}
