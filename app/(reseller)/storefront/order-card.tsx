import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money";
import type { OrderView } from "#lib/shop/list-orders";
import type { ComplaintView } from "#lib/shop/order-view";
import { deliveryWords, paymentWords, planLine } from "../../s/_shop/order-words.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { caseWords, SEEN_WORDS } from "../../ui/case-words.ts";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Time } from "../../ui/time.tsx";
import { ComplaintActs, Deliver, Refund, Refuse } from "./order-actions.tsx";
import { SEVERAL, type Select } from "./several.ts";

interface Props {
  order: OrderView;
  slug: string;
  /** The query of the page that shows it. */
  here: string;
  /** Several are being selected, to refuse them: none or all of them so far. */
  select: Select | undefined;
}

const LINK = "font-medium text-ink underline underline-offset-4";

/** One order: who wants what for how much, how it stands, and what can be done about it. */
export function OrderCard({ order, slug, here, select }: Props) {
  const { networkName, phone, customerName, customerEmail, reference, price, code } = order;
  return (
    <li className="rounded-lg border border-line bg-surface p-4 md:flex md:items-center md:gap-6 md:px-5">
      <div className="flex min-w-0 flex-1 gap-3">
        <NetworkTile name={networkName} />
        <div className="min-w-0 flex-1">
          <div className="flex items-baseline justify-between gap-3">
            <p className="whitespace-nowrap font-semibold text-lg leading-tight">
              {phone ?? "Number deleted"}
            </p>
            <Money text={formatMoney(price)} size="lg" className="md:hidden" />
          </div>
          <p className="truncate text-muted">
            {networkName} {planLine(order)}
          </p>
          <p className="mt-1 flex flex-wrap gap-x-2 text-muted text-sm">
            <a href={`/s/${slug}/o/${code}`} target="_blank" rel="noopener" className={LINK}>
              {reference}
            </a>
            {customerName && <span className="break-words">{customerName}</span>}
            {customerEmail && (
              <a href={`mailto:${customerEmail}`} className={`break-all ${LINK}`}>
                {customerEmail}
              </a>
            )}
            <Time at={order.placedAt} />
          </p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2 md:mt-0 md:w-40 md:flex-col md:items-end">
        <Money text={formatMoney(price)} size="lg" className="max-md:hidden" />
        <States order={order} />
      </div>
      {select ? (
        isUnpaid(order) && <Selected order={order} all={select === "all"} />
      ) : (
        <Acts order={order} here={here} />
      )}
    </li>
  );
}

const isUnpaid = ({ payment }: OrderView) => payment === "awaiting" || payment === "expired";

function Selected({ order: { code, reference }, all }: { order: OrderView; all: boolean }) {
  return (
    <label className="mt-4 flex min-h-11 items-center gap-3 font-medium md:mt-0">
      <input
        key={String(all)}
        type="checkbox"
        form={SEVERAL}
        name="code"
        value={code}
        defaultChecked={all}
        aria-label={`Refuse ${reference}`}
        className="size-5 accent-accent"
      />
      Refuse
    </label>
  );
}

function States({ order }: { order: OrderView }) {
  const { payment, delivery, online } = order;
  const paid = paymentWords(order);
  const sent = deliveryWords(delivery);
  return (
    <>
      <Badge tone={paid.tone} icon>
        <span className="sr-only">Payment: </span>
        {payment === "awaiting" && !online ? "Not paid" : paid.word}
      </Badge>
      {delivery && (
        <PageLink href={`/purchases/${delivery.ident}`}>
          <Badge tone={sent.tone} icon>
            <span className="sr-only">Delivery: </span>
            {sent.word}
          </Badge>
        </PageLink>
      )}
    </>
  );
}

function Acts({ order, here }: Pick<Props, "order" | "here">) {
  const { code, payment, delivery, nextRef, cost, price, online } = order;
  const unpaid = isUnpaid(order);
  const waits = waitingFor(order);
  const paidOnline = online?.state === "paid" ? online : null;
  const { complaint } = order;
  if (!nextRef && !unpaid && !waits && !complaint) return null;
  return (
    <div className="mt-4 flex flex-col gap-2 md:mt-0 md:w-56">
      {complaint && <NotReceived complaint={complaint} code={code} ident={delivery?.ident} />}
      {waits && <p className="text-muted text-sm">{waits}</p>}
      {order.waitsFor === "wallet" && (
        <ButtonLink href="/wallet/fund?next=/storefront" variant="secondary">
          Add money
        </ButtonLink>
      )}
      {nextRef && cost !== null && (
        <Deliver
          code={code}
          nextRef={nextRef}
          price={String(cost)}
          words={payment !== "received" ? "Paid: deliver now" : delivery ? "Try again" : "Deliver now"}
          quiet={payment === "refused" || payment === "expired"}
          note={earning(price, cost)}
          here={here}
        />
      )}
      {nextRef && cost === null && (
        <p className="text-muted text-sm">This plan is not sold now, so it cannot be delivered.</p>
      )}
      {unpaid && <Refuse code={code} />}
      {payment === "received" && nextRef && (
        <Refund code={code} by={paidOnline && { ...paidOnline, amount: formatMoney(price) }} />
      )}
    </div>
  );
}

/** What the customer says who did not receive it, and what came of that. */
function NotReceived({ complaint, code, ident }: NotReceivedProps) {
  const { seen, said, madeAt, answer, handled } = complaint;
  return (
    <div className="grid gap-2 rounded-md bg-unsure-soft p-3 text-sm">
      <p>
        <span className="font-semibold text-unsure">Not received?</span> {SEEN_WORDS[seen]}.{" "}
        {said && `“${said}” `}
        <span className="text-muted">
          <Time at={madeAt} />
        </span>
      </p>
      {handled && (
        <p>
          <PageLink href={`/purchases/${ident}`} className={LINK}>
            {caseWords({ ...handled, overdue: handled.answerBy < new Date() }).word}
          </PageLink>
        </p>
      )}
      {answer && <p className="break-words text-muted">You: “{answer}”</p>}
      {!(answer && handled) && (
        <ComplaintActs
          code={code}
          operator={env().PORTAL_NAME}
          answered={answer !== null}
          passed={handled !== null}
        />
      )}
    </div>
  );
}

interface NotReceivedProps {
  complaint: ComplaintView;
  code: string;
  /** The purchase that delivered it. */
  ident: string | undefined;
}

/** What keeps an order that was paid online from going on, for its reseller. */
function waitingFor({ waitsFor, payment, online }: OrderView): string | null {
  if (online?.refund?.state === "attention") {
    const who = online.own
      ? `Look at ${online.provider}’s own pages, or see the page Online.`
      : `${env().PORTAL_NAME} looks after it.`;
    return `${online.provider} did not send the money back. ${online.refund.why ?? ""} ${who}`;
  }
  if (waitsFor === null) return null;
  return payment === "refunded" ? "The refund waits for money in your wallet." : WAITING[waitsFor];
}

const WAITING: Record<NonNullable<OrderView["waitsFor"]>, string> = {
  wallet: "Paid online. It waits for money in your wallet, and goes on by itself.",
  account: "Paid online. Your account cannot buy at the moment; it goes on by itself.",
  later: "Paid online. Data cannot be bought just now; it goes on by itself.",
  price:
    "Paid online. You would pay more than the customer did: deliver it all the same, or give the money back.",
  payment:
    "The customer’s bank took the payment back. Deliver it only if you were paid in another way; if the bank gives it back, it goes on by itself.",
  plan: "Paid online. This plan is not sold now: it waits until it is, or give the money back.",
};

function earning(price: bigint, cost: bigint): string {
  const left = price - cost;
  const you = `You pay ${formatMoney(cost)}`;
  return left < 0n ? `${you} and lose ${formatMoney(-left)}` : `${you} and keep ${formatMoney(left)}`;
}
