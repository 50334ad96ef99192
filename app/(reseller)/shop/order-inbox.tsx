import { ButtonLink } from "#app/ui/button-link";
import { chipClass } from "#app/ui/chip-class.ts";
import { Download, Inbox as InboxIcon, Search } from "#app/ui/icon/icons.ts";
import { buildHref } from "#app/ui/list/build-href.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { type ListResult, Pager } from "#app/ui/list/pager";
import { SearchInput } from "#app/ui/list/search-input";
import { menuItemClass } from "#app/ui/menu";
import { MoreActions } from "#app/ui/more-actions";
import { HelpPopover } from "#app/ui/page/help-popover";
import { PageLink } from "#app/ui/page/page-link";
import type { ShopAddress } from "#lib/core/shop-address";
import type { OrderTab, OrderView } from "#lib/shop/order/list-orders";
import { type Buyer, isUnpaid, OrderCard } from "./order-card.tsx";
import { OrderChime } from "./order-chime.tsx";
import type { OrderSelection } from "./order-selection.ts";
import { RejectOrdersForm } from "./reject-orders-form.tsx";
import { SteadyList } from "./steady-list.tsx";

const ORDER_TAB_LINKS: readonly { show: OrderTab; label: string }[] = [
  { show: "todo", label: "To do" },
  { show: "open", label: "In progress" },
  { show: "done", label: "Done" },
  { show: "all", label: "All" },
];

const PAID_LINKS = [
  { paid: "sent", label: "Payment sent" },
  { paid: "online", label: "Paid online" },
] as const;

interface Props {
  page: ListResult<OrderView>;
  show: OrderTab;
  paid: "online" | "shop" | "sent" | undefined;
  q: string | undefined;
  toDo: number;
  shop: ShopAddress & { name: string };
  /** The query of the page. */
  here: string;
  buyer: Buyer;
  /** Changes when the list is to be shown again, with all its orders. */
  listKey: string;
  select: OrderSelection | undefined;
}

export function OrderInbox({ page, show, paid, q, toDo, shop, here, buyer, listKey, select }: Props) {
  const at = (chosen: OrderSelection | null) =>
    buildHref("/shop", Object.fromEntries(new URLSearchParams(here)), { select: chosen });
  return (
    <>
      <nav
        aria-label="Order filters"
        className="-mx-4 mb-3 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:px-0"
      >
        {ORDER_TAB_LINKS.map((view) => (
          <PageLink
            key={view.show}
            href={buildHref("/shop", { show: view.show, paid, q })}
            aria-current={view.show === show ? "page" : undefined}
            className={chipClass}
          >
            {view.label}
            {view.show === "todo" && toDo > 0 && <span className="ml-1.5 text-accent">{toDo}</span>}
          </PageLink>
        ))}
        {PAID_LINKS.map((link) => (
          <PageLink
            key={link.paid}
            href={buildHref("/shop", { show, paid: paid === link.paid ? undefined : link.paid, q })}
            aria-current={paid === link.paid ? "true" : undefined}
            className={chipClass}
          >
            {link.label}
          </PageLink>
        ))}
      </nav>
      <search className="relative mb-3 flex items-center gap-1">
        <form action="/shop" className="min-w-0 flex-1 md:max-w-80">
          <input type="hidden" name="show" value="all" />
          {paid && <input type="hidden" name="paid" value={paid} />}
          <SearchInput label="Search orders" name="q" placeholder="Search" defaultValue={q} />
        </form>
        <OrderChime toDo={toDo} />
        {!select && page.rows.length > 0 && (
          <MoreActions>
            {page.rows.filter(isUnpaid).length > 1 && (
              <a href={at("none")} className={menuItemClass}>
                Reject several orders
              </a>
            )}
            <a href={buildHref("/shop/export", { show, paid, q })} download className={menuItemClass}>
              <Download />
              CSV
            </a>
          </MoreActions>
        )}
      </search>
      {select && (
        <RejectOrdersForm
          references={Object.fromEntries(page.rows.map(({ code, reference }) => [code, reference]))}
          all={at("all")}
          none={at("none")}
          done={at(null)}
        />
      )}
      <SteadyList
        key={listKey}
        rows={page.rows.map((order) => ({
          id: order.id,
          content: <OrderCard order={order} shop={shop} here={here} buyer={buyer} select={select} />,
        }))}
        hasMore={page.next !== null}
        selects={select !== undefined}
        empty={<EmptyInbox show={show} paid={paid} q={q} />}
      />
      <HelpPopover about="customers_pay" className="mt-4" />
      <Pager here="/shop" page={page} />
    </>
  );
}

function EmptyInbox({ show, paid, q }: Pick<Props, "show" | "paid" | "q">) {
  if (q)
    return (
      <EmptyState icon={Search} title="No matching orders">
        Search for a reference such as K7F-3QD, a name, or a whole phone number.
      </EmptyState>
    );
  if (paid)
    return (
      <EmptyState
        icon={InboxIcon}
        title={EMPTY_PAID_TITLES[paid]}
        action={
          <ButtonLink href={buildHref("/shop", { show, paid: undefined, q })}>Show other orders</ButtonLink>
        }
      >
        Other orders may be here without this filter.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={InboxIcon}
      title={EMPTY_TITLES[show]}
      action={<ButtonLink href="/shop/share">Share shop</ButtonLink>}
    >
      {show === "open" || show === "done"
        ? "Orders move here automatically after you deliver them."
        : "Share your shop, and new orders show here. Check your account for the payment, then deliver it in two taps."}
    </EmptyState>
  );
}

const EMPTY_PAID_TITLES = {
  sent: "No payments reported by customers",
  online: "No orders paid online",
  shop: "No orders paid to you",
};

const EMPTY_TITLES: Record<OrderTab, string> = {
  todo: "No orders to handle yet",
  open: "No orders in progress yet",
  done: "No completed orders yet",
  all: "No orders yet",
};
