import type { OperatorContact } from "#lib/account/contact";
import { env } from "#lib/core/env";
import { decimalText, formatMoney } from "#lib/core/money";
import type { CustomerOrderView } from "#lib/shop/find-order";
import type { ComplaintView } from "#lib/shop/order-view";
import { Ask } from "../../../../ui/ask.tsx";
import { Badge } from "../../../../ui/badge.tsx";
import { buttonClass } from "../../../../ui/button-class.ts";
import { Facts } from "../../../../ui/facts.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Time } from "../../../../ui/time.tsx";
import { Timeline } from "../../../../ui/timeline.tsx";
import { CopyButton } from "../../../_shop/acts.tsx";
import { Contact } from "../../../_shop/contact.tsx";
import type { Page } from "../../../_shop/document.tsx";
import { Frame, SmallHead } from "../../../_shop/frame.tsx";
import { deliveryWords, paymentWords, planLine } from "../../../_shop/order-words.ts";
import { PayOnline } from "../../../_shop/pay-online.tsx";
import { PayWays } from "../../../_shop/pay-ways.tsx";
import { shopAddress } from "../../../_shop/shop-address.ts";
import { headlineOf, nextOf, stepsOf } from "./order-text.ts";

/**
 * One order, for who has its address: how it stands, what to do, whom to ask. It follows what happens.
 * @param us how the portal's own people are reached, where they answer for the shop.
 */
export function orderPage(order: CustomerOrderView, code: string, us: OperatorContact | null): Page {
  const { shop, reference, final } = order;
  return {
    title: `Order ${reference} · ${shop.name}`,
    head: (
      <>
        <meta name="robots" content="noindex, nofollow" />
        <meta name="description" content={`An order at ${shop.name}: how it stands and what is next.`} />
        {!final && (
          <noscript>
            <meta httpEquiv="refresh" content="15" />
          </noscript>
        )}
      </>
    ),
    active: true,
    body: <Order order={order} code={code} us={us} />,
  };
}

interface Props {
  order: CustomerOrderView;
  code: string;
  us: OperatorContact | null;
}

function Order({ order, code, us }: Props) {
  const { shop, reference, payments, final, tag } = order;
  const here = `/s/${shop.slug}/o/${code}`;
  const price = formatMoney(order.price);
  const { title, text } = headlineOf(order, price);
  return (
    <Frame hue={shop.hue} data-state={final ? undefined : `${here}/state`} data-tag={tag}>
      <SmallHead shop={shop} />
      <div className="flex flex-col gap-6">
        <div aria-live="polite">
          <h1 className="font-semibold text-2xl">{title}</h1>
          <p className="mt-2 text-muted">{text}</p>
        </div>
        {/* What comes and goes stands in something that stays, so that the rest stays as it is (script.ts). */}
        <div className="contents">
          {us && <Shut us={us} reference={reference} />}
          {payments.length > 0 && order.payment === "awaiting" && (
            <section aria-label="How to pay">
              {(order.payOnline.length > 0 || order.online?.state === "started") && (
                <PayOnline here={here} ways={order.payOnline} price={price} online={order.online} />
              )}
              <PayWays
                ways={payments}
                amount={{ text: price, digits: decimalText(order.price) }}
                reference={reference}
              />
              <p className="mt-3 text-muted text-sm">
                Quote the reference {reference}, so that the shop finds your payment.
              </p>
            </section>
          )}
        </div>
        <States order={order} />
        <div className="contents">
          {order.complaint && <Complaint complaint={order.complaint} shop={shop.name} />}
          {order.mayComplain && (
            <p className="print:hidden">
              <a
                href={`${here}/not-received`}
                className="inline-flex min-h-11 items-center text-muted underline underline-offset-4"
              >
                I did not receive it
              </a>
            </p>
          )}
        </div>
        <section aria-label="What happened">
          <Story order={order} />
        </section>
        <section aria-label="The order" className="border-line border-t pt-2">
          <Details order={order} />
        </section>
        <div className="contents">
          <Contact
            shop={shop}
            message={`Hello ${shop.name}, about my order ${reference}: ${shopAddress(shop.slug, `/o/${code}`)}`}
            wide
          />
        </div>
        <div className="flex items-center gap-2 print:hidden">
          <p className="flex-1 text-muted text-sm">
            Keep this page's address: only who has it can see the order.
          </p>
          <CopyButton text={shopAddress(shop.slug, `/o/${code}`)} what="this page's address" />
          <a href={`${here}/receipt`} className={buttonClass({ variant: "quiet" })}>
            Receipt
          </a>
        </div>
      </div>
    </Frame>
  );
}

/** What the customer told the shop, and what is known of it since. */
function Complaint({ complaint, shop }: { complaint: ComplaintView; shop: string }) {
  const { madeAt, answer, handled } = complaint;
  return (
    <Notice kind={answer ? "info" : "warn"} title="You did not receive it">
      <p>
        {shop} knows since <Time at={madeAt} />.
      </p>
      {handled?.state === "closed" ? (
        <p>
          {handled.outcome === "delivered"
            ? "It was looked into: the network says that it was delivered."
            : "It was looked into: it did not come. Ask the shop for your money or your data."}
        </p>
      ) : (
        handled && (
          <p>
            {env().PORTAL_NAME} looks into it, until <Time at={handled.answerBy} />.
          </p>
        )
      )}
      {answer ? (
        <p className="mt-1 whitespace-pre-line break-words">
          {shop}: “{answer}”
        </p>
      ) : (
        !handled && <p>Its answer appears here.</p>
      )}
    </Notice>
  );
}

/** The portal closed the shop: its own people answer for it, as far as they said how they are reached. */
function Shut({ us, reference }: { us: OperatorContact; reference: string }) {
  return (
    <Notice kind="warn">
      <p>{env().PORTAL_NAME} closed this shop.</p>
      {(us.phone || us.whatsapp || us.email) && (
        <Ask
          contact={us}
          before="Have you paid already? "
          message={`Hello, about order ${reference} at a shop that was closed`}
        >
          about your money or your data
        </Ask>
      )}
    </Notice>
  );
}

/** Payment and delivery, each on its own. */
function States({ order }: { order: CustomerOrderView }) {
  const states = [
    { label: "Payment", ...paymentWords(order) },
    { label: "Delivery", ...deliveryWords(order.delivery) },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3">
      {states.map(({ label, word, tone }) => (
        <div key={label} className="rounded-lg border border-line bg-surface px-4 py-3">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="mt-1">
            <Badge tone={tone} icon>
              {word}
            </Badge>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Details({ order }: { order: CustomerOrderView }) {
  return (
    <Facts
      facts={[
        { label: "For", value: order.phone ?? "Deleted" },
        { label: "Network", value: order.networkName },
        { label: "Plan", value: planLine(order) },
        { label: "Price", value: formatMoney(order.price) },
        { label: "Reference", value: order.reference },
      ]}
    />
  );
}

/** What happened to the order so far, and what is next. */
function Story({ order }: { order: CustomerOrderView }) {
  const entries = stepsOf(order).map(({ text, at, tone }) => ({
    key: text,
    text,
    when: <Time at={at} />,
    tone,
  }));
  const next = nextOf(order);
  return <Timeline entries={next ? [...entries, { key: "next", text: next, ahead: true }] : entries} />;
}
