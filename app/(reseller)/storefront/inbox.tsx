import { Download, Inbox as InboxIcon, Search } from "lucide-react";
import type { OrderView, Shown } from "#lib/shop/list-orders";
import { address } from "../../ui/address.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Help } from "../../ui/help.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { type Listed, Pager } from "../../ui/pager.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Bell } from "./bell.tsx";
import { OrderCard } from "./order-card.tsx";
import { RefuseSeveral } from "./refuse-several.tsx";
import type { Select } from "./several.ts";

const VIEWS: readonly { show: Shown; label: string }[] = [
  { show: "todo", label: "To do" },
  { show: "open", label: "On the way" },
  { show: "done", label: "Done" },
  { show: "all", label: "All" },
];

const VIEW = [
  "inline-flex min-h-11 shrink-0 items-center rounded-full border border-line bg-surface px-4 font-medium text-sm hover:border-edge",
  "aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

interface Props {
  page: Listed<OrderView>;
  show: Shown;
  paid: "online" | "shop" | undefined;
  q: string | undefined;
  toDo: number;
  slug: string;
  /** The page's own query. */
  here: string;
  select: Select | undefined;
}

/** Orders, newest first, with what can be done about each. */
export function Inbox({ page, show, paid, q, toDo, slug, here, select }: Props) {
  const at = (chosen: Select | null) =>
    address("/storefront", Object.fromEntries(new URLSearchParams(here)), { select: chosen });
  return (
    <>
      <nav
        aria-label="Which orders"
        className="-mx-4 mb-3 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:px-0"
      >
        {VIEWS.map((view) => (
          <PageLink
            key={view.show}
            href={hrefOf({ show: view.show, paid, q })}
            aria-current={view.show === show ? "page" : undefined}
            className={VIEW}
          >
            {view.label}
            {view.show === "todo" && toDo > 0 && <span className="ml-1.5 text-accent">{toDo}</span>}
          </PageLink>
        ))}
        <PageLink
          href={hrefOf({ show, paid: paid === "online" ? undefined : "online", q })}
          aria-current={paid === "online" ? "true" : undefined}
          className={VIEW}
        >
          Paid online
        </PageLink>
      </nav>
      <search className="mb-4 flex items-center gap-2">
        <form action="/storefront" className="min-w-0 flex-1 md:max-w-80">
          <input type="hidden" name="show" value="all" />
          {paid && <input type="hidden" name="paid" value={paid} />}
          <SearchInput label="Find an order" name="q" defaultValue={q} />
        </form>
        <Bell toDo={toDo} />
      </search>
      {select ? (
        <RefuseSeveral
          references={Object.fromEntries(page.rows.map(({ code, reference }) => [code, reference]))}
          all={at("all")}
          none={at("none")}
          done={at(null)}
        />
      ) : (
        page.rows.length > 1 && (
          <p className="mb-3 flex gap-6">
            <a
              href={at("none")}
              className="inline-flex min-h-11 items-center text-muted text-sm underline underline-offset-4"
            >
              Refuse several orders
            </a>
            <a
              href={`/storefront/export${hrefOf({ show, paid, q }).replace("/storefront", "")}`}
              download
              className="inline-flex min-h-11 items-center gap-1.5 text-muted text-sm underline underline-offset-4"
            >
              <PlainIcon icon={Download} className="size-4" />
              CSV
            </a>
          </p>
        )
      )}
      {page.rows.length === 0 ? (
        <Nothing show={show} q={q} />
      ) : (
        <ul aria-label="Orders" className="flex flex-col gap-3">
          {page.rows.map((order) => (
            <OrderCard key={order.id} order={order} slug={slug} here={here} select={select} />
          ))}
        </ul>
      )}
      <Help about="customers_pay" className="mt-4" />
      <Pager here="/storefront" page={page} />
    </>
  );
}

function Nothing({ show, q }: Pick<Props, "show" | "q">) {
  if (q)
    return (
      <EmptyState icon={Search} title="No such order">
        Look for a reference such as K7F-3QD, a name, or a whole number.
      </EmptyState>
    );
  if (show === "open" || show === "done")
    return (
      <EmptyState
        icon={InboxIcon}
        title={show === "open" ? "Nothing is on its way" : "No order is done yet"}
        action={<ButtonLink href="/storefront/share">Share your shop</ButtonLink>}
      >
        Orders move here by themselves, once you delivered them.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={InboxIcon}
      title={show === "todo" ? "Nothing to do" : "No orders yet"}
      action={<ButtonLink href="/storefront/share">Share your shop</ButtonLink>}
    >
      New orders appear here by themselves. Check your account for the money, then tap once to deliver.
    </EmptyState>
  );
}

function hrefOf(query: Record<string, string | undefined>): string {
  const filled = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return `/storefront?${new URLSearchParams(filled)}`;
}
