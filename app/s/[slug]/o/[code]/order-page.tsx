import { buildStatusMessage } from "#app/s/_shop/build-status-message.ts";
import { formatPlanLine, orderDeliveryLabel, orderPaymentLabel } from "#app/s/_shop/order-labels.ts";
import { OrderTimeline, orderStatePage } from "#app/s/_shop/order-state-page";
import { PaymentMethodList, PayOrderOnline } from "#app/s/_shop/payment-methods";
import { ShopCopyButton, ShopShareLink } from "#app/s/_shop/shop-controls";
import type { ShopHtmlPage } from "#app/s/_shop/shop-document";
import { ShopContactLinks } from "#app/s/_shop/shop-head";
import { StateBadge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { DescriptionList } from "#app/ui/description-list";
import { SupportLinks } from "#app/ui/page/support-links";
import { Time } from "#app/ui/time";
import type { OperatorContact } from "#lib/account/operator-contact";
import { env } from "#lib/core/env";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { buildShopUrl } from "#lib/core/shop-address";
import type { CustomerOrderView } from "#lib/shop/order/find-order";
import type { ComplaintView } from "#lib/shop/order/order-view";
import { buildHeadline, buildOrderSteps, getNextStepText } from "./order-text.ts";

/**
 * Shows an order to anyone who has its address: its status, next step and contacts. The page updates itself.
 * @param us the operator's contact, for a shop that is closed
 */
export function orderPage(order: CustomerOrderView, code: string, us: OperatorContact | null): ShopHtmlPage {
  const { shop } = order;
  return orderStatePage({
    order,
    path: `/s/${shop.slug}/o/${code}`,
    description: `An order at ${shop.name}: its status and next step.`,
    children: <OrderContent order={order} code={code} us={us} />,
  });
}

interface Props {
  order: CustomerOrderView;
  code: string;
  us: OperatorContact | null;
}

function OrderContent({ order, code, us }: Props) {
  const { shop, reference, payments } = order;
  const path = `/s/${shop.slug}/o/${code}`;
  const price = formatMoney(order.price);
  const { title, text } = buildHeadline(order, price);
  return (
    <>
      <p className="-mb-4 text-muted">
        {order.networkName} {formatPlanLine(order)} to {order.phone ?? "a deleted number"}
      </p>
      <div aria-live="polite">
        <h1 className="font-semibold text-2xl">{title}</h1>
        <p className="mt-2 text-muted">{text}</p>
      </div>
      <OrderStates order={order} />
      {/* Parts that come and go are in elements that stay: an update keeps the rest (script.ts). */}
      <div className="contents">
        {us && <ClosedShopNote us={us} reference={reference} />}
        {payments.length > 0 && order.payment === "awaiting" && (
          <section aria-label="Payment methods">
            {(order.payOnline.length > 0 || order.online?.state === "started") && (
              <PayOrderOnline here={path} ways={order.payOnline} price={price} online={order.online} />
            )}
            <PaymentMethodList
              ways={payments}
              amount={{ text: price, digits: formatDecimal(order.price) }}
              reference={reference}
            />
            <p className="mt-3 text-muted text-sm">
              Use the reference {reference}, so the shop can find your payment.
            </p>
          </section>
        )}
      </div>
      <div className="contents">
        {order.complaint && <ComplaintStatus complaint={order.complaint} shop={shop.name} />}
        {order.delivery?.state === "successful" && !order.shut && (
          <p className="print:hidden">
            <a
              href={`/s/${shop.slug}/order?plan=${order.planId}`}
              className={buttonClass({ variant: "secondary", wide: true })}
            >
              Order again
            </a>
          </p>
        )}
        {order.mayComplain && (
          <p className="print:hidden">
            <a
              href={`${path}/not-received`}
              className="inline-flex min-h-11 items-center text-muted underline underline-offset-4"
            >
              I didn’t receive it
            </a>
          </p>
        )}
      </div>
      <OrderTimeline steps={buildOrderSteps(order)} next={getNextStepText(order)} />
      <section aria-label="Order details" className="border-line border-t pt-2">
        <OrderDetails order={order} />
      </section>
      <div className="contents">
        <ShopContactLinks
          shop={shop}
          message={`Hello ${shop.name}, about my order ${reference}: ${buildShopUrl(shop, `/o/${code}`)}`}
          wide
        />
      </div>
      <ShareStatus order={order} code={code} />
      <div className="flex items-center gap-2 print:hidden">
        <p className="flex-1 text-muted text-sm">
          Save this page’s address. Only people who have it can see the order.
        </p>
        <ShopCopyButton text={buildShopUrl(shop, `/o/${code}`)} what="this page's address" />
        <a href={`${path}/receipt`} className={buttonClass({ variant: "quiet" })}>
          Receipt
        </a>
      </div>
    </>
  );
}

/** Shares a page that shows the status alone, so that the order's own address stays with its customer. */
function ShareStatus({ order, code }: Pick<Props, "order" | "code">) {
  const { shop } = order;
  const { link, text } = buildStatusMessage({ ...order, code }, shop);
  return (
    <section aria-label="Share status" className="grid gap-2 print:hidden">
      <p className="text-muted text-sm">Share the status, without the price.</p>
      <div className="flex items-center gap-2 [&>a]:flex-1">
        <ShopShareLink text={text}>Share status</ShopShareLink>
        <ShopCopyButton text={link} what="link to the status" />
      </div>
    </section>
  );
}

function ComplaintStatus({ complaint, shop }: { complaint: ComplaintView; shop: string }) {
  const { madeAt, answer, handled } = complaint;
  return (
    <Banner kind={answer ? "info" : "warn"} title="Delivery issue reported">
      <p>
        {shop} was notified <Time at={madeAt} />.
      </p>
      {handled?.state === "closed" ? (
        <p>
          {handled.outcome === "delivered"
            ? "Checked: the network confirmed delivery."
            : "Checked: it wasn’t delivered. Ask the shop for a refund or your data."}
        </p>
      ) : (
        handled && (
          <p>
            {env().PORTAL_NAME} is checking it, with a reply by <Time at={handled.answerBy} />.
          </p>
        )
      )}
      {answer ? (
        <p className="mt-1 whitespace-pre-line break-words">
          {shop}: “{answer}”
        </p>
      ) : (
        !handled && <p>The shop’s reply appears here.</p>
      )}
    </Banner>
  );
}

function ClosedShopNote({ us, reference }: { us: OperatorContact; reference: string }) {
  return (
    <Banner kind="warn">
      <p>{env().PORTAL_NAME} closed this shop.</p>
      {(us.phone || us.whatsapp || us.email) && (
        <SupportLinks
          contact={us}
          before="Have you paid already? "
          message={`Hello, about order ${reference} at a shop that was closed`}
        >
          about your payment or your data
        </SupportLinks>
      )}
    </Banner>
  );
}

function OrderStates({ order }: { order: CustomerOrderView }) {
  const states = { Payment: orderPaymentLabel(order), Delivery: orderDeliveryLabel(order.delivery) };
  return (
    <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
      {Object.entries(states).map(([label, state]) => (
        <div key={label} className="flex items-center justify-between gap-3 bg-surface px-4 py-3 sm:block">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="sm:mt-1">
            <StateBadge {...state} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const MESSAGE_LABELS = { sms: "By SMS", whatsapp: "By WhatsApp" };

function OrderDetails({ order }: { order: CustomerOrderView }) {
  return (
    <DescriptionList
      facts={[
        { label: "For", value: order.phone ?? "Deleted" },
        { label: "Network", value: order.networkName },
        { label: "Plan", value: formatPlanLine(order) },
        { label: "Price", value: formatMoney(order.price) },
        { label: "Reference", value: order.reference },
        ...(order.messageBy ? [{ label: "Messages", value: MESSAGE_LABELS[order.messageBy] }] : []),
      ]}
    />
  );
}
