import {
  Activity,
  CircleQuestionMark,
  House,
  ListOrdered,
  Megaphone,
  MessageCircleQuestionMark,
  ScrollText,
  Settings,
  Store,
  Tags,
  Users,
  Wallet,
} from "lucide-react";
import type { ReactNode } from "react";
import { env } from "#lib/core/env";
import { countUnread } from "#lib/notice/read";
import { requireAdminPage } from "#lib/web/actor";
import { AdminShell } from "../ui/shell/admin-shell.tsx";
import type { NavItem } from "../ui/shell/nav-item.ts";
import { Offline } from "../ui/shell/offline.tsx";
import { PaletteKeys } from "../ui/shell/palette-keys.tsx";

/** The admin pages inside their navigation. Each page checks again who reads it. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { ctx, session } = await requireAdminPage();
  const notices = { href: "/admin/notices", unread: await countUnread(ctx) };
  const person = { name: session.name, email: session.actor.email };
  return (
    <>
      <Offline who={null} />
      <PaletteKeys places={NAV_ITEMS.map(({ href, label }) => ({ href, label }))} find="/admin/find" />
      <AdminShell name={env().PORTAL_NAME} items={NAV_ITEMS} person={person} notices={notices}>
        {children}
      </AdminShell>
    </>
  );
}

/** Where an admin can go, in order. A new section adds its line here. */
const NAV_ITEMS: readonly NavItem[] = [
  { href: "/admin", label: "Home", icon: House, exact: true },
  { href: "/admin/purchases", label: "Purchases", icon: ListOrdered },
  { href: "/admin/unconfirmed", label: "Unconfirmed", icon: CircleQuestionMark },
  { href: "/admin/cases", label: "Cases", icon: MessageCircleQuestionMark },
  { href: "/admin/resellers", label: "Resellers", icon: Users },
  { href: "/admin/wallets", label: "Wallets", icon: Wallet },
  { href: "/admin/storefronts", label: "Storefronts", icon: Store },
  { href: "/admin/catalogue", label: "Catalogue", icon: Tags },
  { href: "/admin/announcements", label: "Announcements", icon: Megaphone },
  { href: "/admin/system", label: "System", icon: Activity },
  { href: "/admin/audit", label: "Audit", icon: ScrollText },
  { href: "/admin/settings", label: "Settings", icon: Settings },
];
