import {
  CalendarClock,
  House,
  ListOrdered,
  ListPlus,
  Plug,
  Plus,
  Settings,
  Store,
  Tags,
  TrendingUp,
  Users,
  Wallet,
} from "lucide-react";
import type { ReactNode } from "react";
import { env } from "#lib/core/env";
import { pageFrame } from "#lib/report/page-frame";
import { currentPath, requireResellerPage } from "#lib/web/actor";
import { Announcements } from "../ui/announcements.tsx";
import { WithContact } from "../ui/ask-us.tsx";
import type { NavItem } from "../ui/shell/nav-item.ts";
import { Offline } from "../ui/shell/offline.tsx";
import { PaletteKeys } from "../ui/shell/palette-keys.tsx";
import { ResellerShell } from "../ui/shell/reseller-shell.tsx";

/** A reseller's pages, inside their navigation. Each page checks again who reads it. */
export default async function ResellerLayout({ children }: { children: ReactNode }) {
  const { ctx, session } = await requireResellerPage();
  const [path, { contact, newOrders, announcements, unread }] = await Promise.all([
    currentPath(),
    pageFrame(ctx),
  ]);
  const person = { name: session.name, email: session.actor.email };
  return (
    <WithContact contact={contact}>
      <Offline who={session.actor.id} />
      <PaletteKeys places={NAV_ITEMS.map(({ href, label }) => ({ href, label }))} find="/find" />
      <ResellerShell
        name={env().PORTAL_NAME}
        items={itemsWith({ newOrders })}
        person={person}
        notices={{ href: "/notices", unread }}
        path={path}
      >
        <Announcements announcements={announcements} />
        {children}
      </ResellerShell>
    </WithContact>
  );
}

/** Where a reseller can go, in order. A new section adds its line here. */
const NAV_ITEMS: readonly NavItem[] = [
  { href: "/home", label: "Home", icon: House, bar: true },
  { href: "/plans", label: "Plans", icon: Tags, bar: true },
  { href: "/buy", label: "Buy data", icon: Plus, bar: true, main: true },
  { href: "/bulk", label: "Bulk", icon: ListPlus },
  { href: "/purchases", label: "Purchases", icon: ListOrdered, bar: true },
  { href: "/customers", label: "Customers", icon: Users },
  { href: "/schedules", label: "Schedules", icon: CalendarClock },
  { href: "/wallet", label: "Wallet", icon: Wallet },
  { href: "/profit", label: "Profit", icon: TrendingUp },
  { href: "/storefront", label: "Storefront", icon: Store },
  { href: "/developers", label: "Developers", icon: Plug },
  { href: "/settings", label: "Settings", icon: Settings },
];

/** The items, with how many orders wait. */
function itemsWith({ newOrders }: { newOrders: number }): readonly NavItem[] {
  return NAV_ITEMS.map((item) => (item.href === "/storefront" ? { ...item, count: newOrders } : item));
}
