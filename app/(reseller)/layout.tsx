import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { HIDDEN_BALANCE_COOKIE } from "#app/ui/hidden-balance.ts";
import {
  Banknote,
  CircleHelp,
  Gift,
  House,
  ListOrdered,
  Plus,
  Settings,
  Store,
  TrendingUp,
  Users,
  Wallet,
} from "#app/ui/icon/icons.ts";
import { SupportContactProvider } from "#app/ui/page/contact-support";
import { PageBanners } from "#app/ui/page/page-banners";
import { HiddenBalanceProvider } from "#app/ui/private-money";
import type { NavItem } from "#app/ui/shell/nav-item.ts";
import { OfflineBar } from "#app/ui/shell/offline-bar";
import { PaletteShortcuts } from "#app/ui/shell/palette-shortcuts";
import { ResellerShell } from "#app/ui/shell/reseller-shell";
import { type Ctx, mayHelp } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { PageFrame } from "#lib/home/page-frame";
import { getCurrentPath, requireResellerPage } from "#lib/request/actor";
import { CUSTOMER_PLACES } from "./customers/customer-tabs.tsx";
import { hasLevel } from "./earn/earn-tabs.tsx";
import { getPageFrame } from "./page-frame.ts";

/** Wraps a reseller's pages in their navigation. Each page checks its reader again. */
export default async function ResellerLayout({ children }: { children: ReactNode }) {
  const { ctx, session } = await requireResellerPage("sell");
  const [path, frame, jar] = await Promise.all([getCurrentPath(), getPageFrame(ctx), cookies()]);
  const { contact, banners, unread, employer, parent } = frame;
  const helper = session.actor.kind === "helper";
  const items = helper ? buildHelperNavItems(ctx) : buildNavItems(frame);
  const person = {
    ...{ name: session.name, email: session.actor.email },
    note: employer ? `Sells for ${employer}` : parent ? `Agent of ${parent}` : undefined,
  };
  return (
    <SupportContactProvider contact={contact}>
      <OfflineBar />
      {!helper && (
        <PaletteShortcuts
          places={[...items.map(({ href, label }) => ({ href, label })), ...CUSTOMER_PLACES]}
          find="/find"
        />
      )}
      <ResellerShell
        name={env().PORTAL_NAME}
        items={items}
        person={person}
        notifications={helper ? undefined : { href: "/notifications", unread }}
        searchAt="/purchases"
        path={path}
      >
        <PageBanners banners={banners} />
        <HiddenBalanceProvider isHidden={jar.has(HIDDEN_BALANCE_COOKIE)}>{children}</HiddenBalanceProvider>
      </ResellerShell>
    </SupportContactProvider>
  );
}

const NAV_ITEMS: readonly NavItem[] = [
  { href: "/home", label: "Home", icon: House, bar: true },
  { href: "/wallet", label: "Wallet", icon: Wallet, bar: true },
  { href: "/buy", label: "Buy data", icon: Plus, bar: true, main: true, helpers: "sell" },
  { href: "/purchases", label: "Purchases", icon: ListOrdered, bar: true, helpers: "sell" },
  { href: "/customers", label: "Customers", icon: Users, helpers: "customers" },
  { href: "/shop", label: "My shop", icon: Store, helpers: "refund" },
  { href: "/profit", label: "Profit", icon: TrendingUp, helpers: "profit" },
  { href: "/earn", label: "Earn more", icon: Gift },
  { href: "/settings", label: "Settings", icon: Settings, helpers: "sell", last: true },
  { href: "/help", label: "Help", icon: CircleHelp, helpers: "sell", last: true },
];

/** A helper’s own sales. */
const MY_DAY: NavItem = { href: "/my-day", label: "My day", icon: Banknote };

/** Places in the phone's bar. */
const MAX_BAR_ITEMS = 4;

/** Lists the pages that are open to the acting helper, with the first ones in the bar. */
function buildHelperNavItems(ctx: Ctx): readonly NavItem[] {
  const [buy, purchases, ...open] = NAV_ITEMS.filter(({ helpers }) => helpers && mayHelp(ctx, helpers));
  return [buy, purchases, MY_DAY, ...open]
    .filter((item) => !!item)
    .map((item, n) => ({
      ...item,
      bar: n < MAX_BAR_ITEMS && !item.last,
      // Of the shop, they see its orders.
      label: item.href === "/shop" ? "Orders" : item.label,
    }));
}

/** Leaves out what the operator doesn’t offer, and counts the orders and requests to answer. */
function buildNavItems(frame: PageFrame): readonly NavItem[] {
  const earns = hasLevel(frame) || frame.hasReferrals || frame.hasAgents;
  const counts: Record<string, number> = {
    "/shop": frame.ordersToDo.count,
    "/wallet": frame.moneyRequests,
  };
  return NAV_ITEMS.filter(({ href }) => href !== "/earn" || earns).map((item) =>
    item.href in counts ? { ...item, count: counts[item.href] ?? 0 } : item,
  );
}
