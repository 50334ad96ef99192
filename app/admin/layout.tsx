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
import { may } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { Permission } from "#lib/core/permission";
import { countUnread } from "#lib/notice/read";
import { currentPath, requireAdminPage } from "#lib/web/actor";
import { Permissions } from "../ui/may.tsx";
import { AdminShell } from "../ui/shell/admin-shell.tsx";
import type { NavItem } from "../ui/shell/nav-item.ts";
import { Offline } from "../ui/shell/offline.tsx";
import { PaletteKeys } from "../ui/shell/palette-keys.tsx";

/** The admin pages inside their navigation. Each page checks again who reads it. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { ctx, session } = await requireAdminPage(null);
  const notices = { href: "/admin/notices", unread: await countUnread(ctx) };
  const items = NAV_ITEMS.filter(({ needs }) => needs === null || may(ctx, needs)).map(
    ({ needs: _, ...item }) => item,
  );
  const person = { name: session.name, email: session.actor.email };
  return (
    <>
      <Offline who={null} />
      <PaletteKeys places={items.map(({ href, label }) => ({ href, label }))} find="/admin/find" />
      <AdminShell
        name={env().PORTAL_NAME}
        items={items}
        person={person}
        notices={notices}
        path={await currentPath()}
      >
        <Permissions permissions={session.actor.kind === "admin" ? session.actor.permissions : []}>
          {children}
        </Permissions>
      </AdminShell>
    </>
  );
}

/** Where an admin can go, in order, and what their role has to include. A new section adds its line here. */
const NAV_ITEMS: readonly (NavItem & { needs: Permission | null })[] = [
  { needs: "see", href: "/admin", label: "Home", icon: House, exact: true },
  { needs: "see", href: "/admin/purchases", label: "Purchases", icon: ListOrdered },
  { needs: "see", href: "/admin/unconfirmed", label: "Unconfirmed", icon: CircleQuestionMark },
  { needs: "see", href: "/admin/cases", label: "Cases", icon: MessageCircleQuestionMark },
  { needs: "see", href: "/admin/resellers", label: "Resellers", icon: Users },
  { needs: "see", href: "/admin/wallets", label: "Wallets", icon: Wallet },
  { needs: "see", href: "/admin/storefronts", label: "Storefronts", icon: Store },
  { needs: "see", href: "/admin/catalogue", label: "Catalogue", icon: Tags },
  { needs: "see", href: "/admin/announcements", label: "Announcements", icon: Megaphone },
  { needs: "see", href: "/admin/system", label: "System", icon: Activity },
  { needs: "audit", href: "/admin/audit", label: "Audit", icon: ScrollText },
  { needs: null, href: "/admin/settings", label: "Settings", icon: Settings },
];
