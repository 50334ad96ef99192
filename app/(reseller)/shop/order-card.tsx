import { buildStatusMessage } from "#app/s/_shop/build-status-message.ts";
import { formatPlanLine, orderDeliveryLabel, orderPaymentLabel } from "#app/s/_shop/order-labels.ts";
import { Badge } from "#app/ui/badge";
import { buttonClass } from "#app/ui/button-class.ts";
import { ButtonLink } from "#app/ui/button-link";
import { cx } from "#app/ui/cx.ts";
import { Share2, TriangleAlert } from "#app/ui/icon/icons.ts";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { PageLink } from "#app/ui/page/page-link";
import { deliveryIssueStateLabel, SYMPTOM_LABELS } from "#app/ui/purchase/delivery-issue-labels.ts";
import { Time } from "#app/ui/time";
import { env } from "#lib/core/env";
import { formatMoney, type Minor } from "#lib/core/money/money";
import type { ShopAddress } from "#lib/core/shop-address";
import type { OrderView } from "#lib/shop/order/list-orders";
import type { ComplaintView } from "#lib/shop/order/order-view";
import { DeliverForm } from "./deliver-form.tsx";
import { toDeliveryFacts } from "./delivery-facts.ts";
import { ComplaintActions, RefundForm, RejectForm } from "./order-actions.tsx";
import { type OrderSelection, SELECTION_FORM_ID } from "./order-selection.ts";

interface Props {
  order: OrderView;
  shop: ShopAddress & { name: string };
  /** The query of the page. */
  here: string;
  buyer: Buyer;
  /** Set while several orders are selected: none or all of them. */
  select: OrderSelection | undefined;
}

/** The reseller who delivers: what their wallet has, and whether the next purchase requires a PIN. */
export interface Buyer {
  wallet: Minor;
  asksPin: boolean;
}

const LINK = "font-medium text-ink underline underline-offset-4";

export function OrderCard({ order, shop, here, buyer, select }: Props) {
  const { networkName, phone, customerName, customerEmail, reference, price, code } = order;
  return (
    <>
      <div className="flex min-w-0 flex-1 gap-3">
        <NetworkTile name={networkName} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <p className="whitespace-nowrap font-semibold text-lg leading-tight">
              {phone ?? "Number deleted"}
            </p>
            <Money text={formatMoney(price)} size="lg" className="md:hidden" />
          </div>
          <p className="truncate text-muted">
            {networkName} {formatPlanLine(order)}
          </p>
          {order.otherNetwork && (
            <p className="flex items-center gap-1.5 text-sm text-unsure">
              <TriangleAlert className="size-4 shrink-0" />
              Looks like {order.otherNetwork}
            </p>
          )}
          <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
            <a
              href={`/s/${shop.slug}/o/${code}`}
              target="_blank"
              rel="noopener"
              className={`inline-flex min-h-11 items-center ${LINK}`}
            >
              {reference}
            </a>
            {customerName && <span className="wrap-anywhere">{customerName}</span>}
            {customerEmail && (
              <a href={`mailto:${customerEmail}`} className={`break-all ${LINK}`}>
                {customerEmail}
              </a>
            )}
            <Time at={order.placedAt} />
          </p>
        </div>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-2 md:mt-0 md:w-40 md:flex-col md:items-end">
        <Money text={formatMoney(price)} size="lg" className="max-md:hidden" />
        <OrderStates order={order} />
        <ShareStatusLink order={order} shop={shop} />
      </div>
      {select ? (
        isUnpaid(order) && <SelectOrder order={order} all={select === "all"} />
      ) : (
        <OrderCardActions order={order} here={here} buyer={buyer} />
      )}
    </>
  );
}

/** Sends the address of the page that shows the status alone. */
function ShareStatusLink({ order, shop }: Pick<Props, "order" | "shop">) {
  const text = buildStatusMessage(order, shop);
  return (
    <a
      href={`https://wa.me/?${new URLSearchParams({ text })}`}
      target="_blank"
      rel="noreferrer"
      aria-label={`Share status of ${order.reference} on WhatsApp`}
      className={cx(buttonClass({ variant: "quiet", size: "sm" }), "-mr-3 max-md:ml-auto")}
    >
      <Share2 />
      Share status
    </a>
  );
}

export const isUnpaid = ({ payment }: OrderView) => payment === "awaiting" || payment === "expired";

function SelectOrder({ order: { code, reference }, all }: { order: OrderView; all: boolean }) {
  return (
    <label className="mt-4 flex min-h-11 items-center gap-3 font-medium md:mt-0">
      <input
        key={String(all)}
        type="checkbox"
        form={SELECTION_FORM_ID}
        name="code"
        value={code}
        defaultChecked={all}
        aria-label={`Select ${reference}`}
        className="size-5 accent-action"
      />
      Select
    </label>
  );
}

function OrderStates({ order }: { order: OrderView }) {
  const { delivery } = order;
  const paid = orderPaymentLabel(order);
  const sent = orderDeliveryLabel(delivery);
  return (
    <>
      <Badge tone={paid.tone} icon>
        <span className="sr-only">Payment: </span>
        {paid.word}
      </Badge>
      {delivery && (
        <PageLink href={`/purchases/${delivery.ident}`} className="inline-flex min-h-11 items-center">
          <Badge tone={sent.tone} icon>
            <span className="sr-only">Delivery: </span>
            {sent.word}
          </Badge>
        </PageLink>
      )}
    </>
  );
}

/** On a phone both decisions share a row, until the delivery opens. */
const ACTIONS_CLASS = [
  "mt-2 flex gap-2 max-md:flex-wrap max-md:*:w-full max-md:[&>details]:w-auto max-md:[&>details]:flex-1",
  "max-md:[&>details]:basis-36 max-md:[&>details[open]]:basis-full max-md:[&>details>summary]:whitespace-nowrap",
  "max-md:[&>div:last-child]:w-auto max-md:[&>div:last-child]:grow",
  "md:mt-0 md:w-60 md:flex-col md:has-[details[open]]:w-80",
].join(" ");

function OrderCardActions({ order, here, buyer }: Pick<Props, "order" | "here" | "buyer">) {
  const { code, payment, delivery, nextRef, cost, price, online } = order;
  const unpaid = isUnpaid(order);
  const waits = formatBlocker(order);
  const paidOnline = online?.state === "paid" ? online : null;
  const { complaint } = order;
  const facts = toDeliveryFacts(order, buyer.wallet);
  if (!nextRef && !unpaid && !waits && !complaint) return null;
  return (
    <div className={ACTIONS_CLASS}>
      {complaint && <ComplaintSection complaint={complaint} code={code} ident={delivery?.ident} />}
      {waits && <p className="text-muted text-sm">{waits}</p>}
      {order.waitingFor === "wallet" && (
        <ButtonLink href="/wallet/fund?next=/shop" variant="secondary">
          Top up wallet
        </ButtonLink>
      )}
      {facts && (
        <DeliverForm
          facts={facts}
          label={payment !== "received" ? "Paid: deliver now" : delivery ? "Retry delivery" : "Deliver now"}
          quiet={payment === "rejected" || payment === "expired"}
          asksPin={buyer.asksPin}
          here={here}
        />
      )}
      {nextRef && cost === null && (
        <p className="text-muted text-sm">This plan isn’t for sale right now, so you can’t deliver it.</p>
      )}
      <div className="grid empty:hidden [&>button]:font-medium [&>button]:text-ink">
        {unpaid && <RejectForm code={code} />}
        {payment === "received" && nextRef && (
          <RefundForm code={code} by={paidOnline && { ...paidOnline, amount: formatMoney(price) }} />
        )}
      </div>
    </div>
  );
}

function ComplaintSection({ complaint, code, ident }: ComplaintSectionProps) {
  const { symptom, details, madeAt, answer, handled } = complaint;
  return (
    <div className="grid gap-2 rounded-md bg-unsure-soft p-3 text-sm">
      <p>
        <span className="font-semibold text-unsure">Delivery issue:</span> {SYMPTOM_LABELS[symptom]}.{" "}
        {details && `“${details}” `}
        <span className="text-muted">
          <Time at={madeAt} />
        </span>
      </p>
      {handled && (
        <p>
          <PageLink href={`/purchases/${ident}`} className={LINK}>
            {deliveryIssueStateLabel({ ...handled, overdue: handled.answerBy < new Date() }).word}
          </PageLink>
        </p>
      )}
      {answer && <p className="break-words text-muted">You: “{answer}”</p>}
      {!(answer && handled) && (
        <ComplaintActions
          code={code}
          operator={env().PORTAL_NAME}
          answered={answer !== null}
          passed={handled !== null}
        />
      )}
    </div>
  );
}

interface ComplaintSectionProps {
  complaint: ComplaintView;
  code: string;
  /** The reference of the purchase that delivered the order. */
  ident: string | undefined;
}

/** Explains to the reseller what blocks a paid order, or why it is still to do. */
function formatBlocker(order: OrderView): string | null {
  const { waitingFor, payment, online } = order;
  if (online?.refund?.state === "attention") {
    const nextStep = online.own
      ? `Check your ${online.provider} account, or Online payments under Details.`
      : `${env().PORTAL_NAME} is handling it.`;
    return `${online.provider} didn’t complete the refund. ${online.refund.problem ?? ""} ${nextStep}`;
  }
  if (waitingFor === null) return payment === "received" ? formatOpenDelivery(order) : null;
  return payment === "refunded" ? "The refund needs more money in your wallet." : BLOCKER_TEXTS[waitingFor];
}

function formatOpenDelivery({ delivery, nextRef }: OrderView): string | null {
  if (!nextRef) return null;
  if (!delivery) return "The customer has paid. Deliver it, or refund the customer.";
  return `${delivery.state === "reversed" ? "The network reversed the delivery" : "The network didn’t deliver it"}, and your wallet was refunded. Send it again, or refund the customer.`;
}

const BLOCKER_TEXTS: Record<NonNullable<OrderView["waitingFor"]>, string> = {
  wallet: "Paid online. Top up your wallet, and it’s delivered automatically.",
  account: "Paid online. Your account can’t buy right now. It’s delivered automatically when it can.",
  later:
    "Paid online. It can’t be bought right now, and is delivered automatically when it can. Or refund it.",
  price: "Paid online. You’d pay more than the customer did. Deliver it anyway, or refund the customer.",
  payment:
    "The customer’s bank reversed the payment. Deliver only if you were paid another way. If you win the chargeback, it’s delivered automatically.",
  plan: "Paid online. This plan isn’t for sale right now. Wait until it is, or refund the customer.",
};
