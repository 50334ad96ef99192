import Link from "next/link";
import { formatMoney } from "#lib/core/money";
import type { OrderView } from "#lib/shop/list-orders";
import { deliveryWords, paymentWords, planLine } from "../../s/_shop/order-words.ts";
import { Badge } from "../../ui/badge.tsx";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { Time } from "../../ui/time.tsx";
import { Deliver, Refund, Refuse } from "./order-actions.tsx";
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

function States({ order: { payment, delivery } }: { order: OrderView }) {
  const paid = paymentWords(payment);
  const sent = deliveryWords(delivery);
  return (
    <>
      <Badge tone={paid.tone} icon>
        <span className="sr-only">Payment: </span>
        {payment === "awaiting" ? "Not paid" : paid.word}
      </Badge>
      {delivery && (
        <Link href={`/purchases/${delivery.ident}`}>
          <Badge tone={sent.tone} icon>
            <span className="sr-only">Delivery: </span>
            {sent.word}
          </Badge>
        </Link>
      )}
    </>
  );
}

function Acts({ order, here }: Pick<Props, "order" | "here">) {
  const { code, payment, delivery, nextRef, cost, price } = order;
  const unpaid = isUnpaid(order);
  if (!nextRef && !unpaid) return null;
  return (
    <div className="mt-4 flex flex-col gap-2 md:mt-0 md:w-56">
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
      {payment === "received" && nextRef && <Refund code={code} />}
    </div>
  );
}

function earning(price: bigint, cost: bigint): string {
  const left = price - cost;
  const you = `You pay ${formatMoney(cost)}`;
  return left < 0n ? `${you} and lose ${formatMoney(-left)}` : `${you} and keep ${formatMoney(left)}`;
}
