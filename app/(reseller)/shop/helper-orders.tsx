import { formatPlanLine, orderDeliveryLabel, orderPaymentLabel } from "#app/s/_shop/order-labels.ts";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Inbox } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListFilters } from "#app/ui/list/list-filters";
import { ListBody, noMatches } from "#app/ui/list/list-page";
import { Money } from "#app/ui/money";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { Time } from "#app/ui/time";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { type OrderView, orderList } from "#lib/shop/order/list-orders";
import { RefundForm } from "./order-actions.tsx";

const PATH = "/shop";

const EMPTY_STATE = {
  icon: Inbox,
  title: "No orders to do",
  text: "Orders of the shop show here, also those to refund.",
};

const SHOW_FILTER = {
  name: "show",
  label: "Show",
  empty: "To do",
  options: { open: "In progress", done: "Done", all: "All" },
};

const SEARCH = { name: "q", label: "Search orders", placeholder: "Reference, name or number" };
const NO_RESULTS = noMatches(PATH, "orders", "Enter a reference, a name or a number.");

/** The orders of the shop as a helper who may refund them sees them: without their export, which has the cost. */
export async function HelperOrders({ ctx, query }: { ctx: Ctx; query: Query }) {
  const page = await orderList.page(ctx, query);
  return (
    <>
      <LiveUpdates />
      <PageHeader title="Orders" lead="Refund those that weren’t delivered." />
      <ListFilters here={PATH} on={page.on} search={SEARCH} filters={[SHOW_FILTER]} />
      <ListBody here={PATH} page={page} empty={EMPTY_STATE} unmatched={NO_RESULTS}>
        <Card padded={false}>
          <ul className="divide-y divide-line" aria-label="Orders">
            {page.rows.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        </Card>
      </ListBody>
    </>
  );
}

function OrderRow({ order }: { order: OrderView }) {
  const { code, phone, customerName, networkName, reference, placedAt, price, payment, online } = order;
  const paid = orderPaymentLabel(order);
  const sent = order.delivery && orderDeliveryLabel(order.delivery);
  const paidOnline = online?.state === "paid" ? online : null;
  return (
    <li className="grid gap-1 px-4 py-3 md:px-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="whitespace-nowrap font-semibold">{phone ?? "Number deleted"}</span>
        <Money text={formatMoney(price)} />
      </p>
      <p className="wrap-anywhere text-muted text-sm">
        {[`${networkName} ${formatPlanLine(order)}`, reference, customerName].filter(Boolean).join(" · ")}
        {" · "}
        <Time at={placedAt} />
      </p>
      <p className="flex flex-wrap gap-2">
        <Badge tone={paid.tone} icon>
          <span className="sr-only">Payment: </span>
          {paid.word}
        </Badge>
        {sent && (
          <Badge tone={sent.tone} icon>
            <span className="sr-only">Delivery: </span>
            {sent.word}
          </Badge>
        )}
      </p>
      {payment === "received" && order.nextRef && (
        <div className="-ml-4 w-fit">
          <RefundForm code={code} by={paidOnline && { ...paidOnline, amount: formatMoney(price) }} />
        </div>
      )}
    </li>
  );
}
