import { buildStatusMessage } from "#app/s/_shop/build-status-message.ts";
import { formatPlanLine } from "#app/s/_shop/order-labels.ts";
import { OrderTimeline, orderStatePage } from "#app/s/_shop/order-state-page";
import { PaymentMethodList, PayOrderOnline } from "#app/s/_shop/payment-methods";
import { ShopCopyButton, ShopShareLink, ShopSubmitButton } from "#app/s/_shop/shop-controls";
import type { ShopHtmlPage } from "#app/s/_shop/shop-document";
import { ShopContactLinks } from "#app/s/_shop/shop-head";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
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
      {/* Parts that come and go are in elements that stay: an update keeps the rest (script.ts). */}
      <div className="contents">
        {us && <ClosedShopNote us={us} reference={reference} />}
        {payments.length > 0 && order.payment === "awaiting" && <PaymentSection order={order} path={path} />}
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
      <div className="contents">
        {order.payment !== "awaiting" && (
          <OrderTimeline steps={buildOrderSteps(order)} next={getNextStepText(order)} />
        )}
      </div>
      <Disclosure title={`Order ${reference}`} className="-my-4">
        {order.payment === "awaiting" && <OrderTimeline steps={buildOrderSteps(order)} />}
        <OrderDetails order={order} />
      </Disclosure>
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
        {order.delivery?.state === "successful" && (
          <a href={`${path}/receipt`} className={buttonClass({ variant: "quiet" })}>
            Receipt
          </a>
        )}
      </div>
    </>
  );
}

/** The ways to pay; folded once the customer has sent the money. */
function PaymentSection({ order, path }: { order: CustomerOrderView; path: string }) {
  const { payments, payOnline, online, reference, paymentSentAt } = order;
  const price = formatMoney(order.price);
  const isOnline = payOnline.length > 0 || online?.state === "started";
  const ways = (
    <PaymentMethodList
      ways={payments}
      online={isOnline && <PayOrderOnline here={path} ways={payOnline} price={price} online={online} />}
      amount={{ text: price, digits: formatDecimal(order.price) }}
      reference={reference}
    />
  );
  return (
    <section aria-label="Payment methods">
      {paymentSentAt ? (
        <details>
          <summary className="min-h-11 cursor-pointer content-center text-muted">Payment methods</summary>
          {ways}
        </details>
      ) : (
        <>
          {ways}
          <form method="post" action={`${path}/sent`} className="mt-3">
            <ShopSubmitButton variant={isOnline ? "secondary" : "primary"} wide>
              I’ve sent the money
            </ShopSubmitButton>
          </form>
        </>
      )}
    </section>
  );
}

/** Shares a page that shows the status alone, so that the order's own address stays with its customer. */
function ShareStatus({ order, code }: Pick<Props, "order" | "code">) {
  const { shop } = order;
  const text = buildStatusMessage({ ...order, code }, shop);
  return (
    <section aria-label="Share status" className="grid gap-2 print:hidden">
      <p className="text-muted text-sm">Share the status, without the price.</p>
      <ShopShareLink text={text}>Share status</ShopShareLink>
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

const MESSAGE_LABELS = { sms: "By SMS", whatsapp: "By WhatsApp" };

function OrderDetails({ order }: { order: CustomerOrderView }) {
  return (
    <DescriptionList
      facts={[
        { label: "Price", value: formatMoney(order.price) },
        ...(order.messageBy ? [{ label: "Messages", value: MESSAGE_LABELS[order.messageBy] }] : []),
      ]}
    />
  );
}
