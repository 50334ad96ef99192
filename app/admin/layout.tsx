import type { ReactNode } from "react";
import {
  House,
  Inbox,
  ListOrdered,
  Network,
  ScrollText,
  Settings,
  Tags,
  Users,
  Wallet,
} from "#app/ui/icon/icons.ts";
import { PermissionsProvider } from "#app/ui/page/permission-gate";
import { AdminShell } from "#app/ui/shell/admin-shell";
import type { NavItem } from "#app/ui/shell/nav-item.ts";
import { OfflineBar } from "#app/ui/shell/offline-bar";
import { PaletteShortcuts } from "#app/ui/shell/palette-shortcuts";
import { hasPermission } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { Permission } from "#lib/core/permission";
import { modules } from "#lib/modules";
import { getAlarms } from "#lib/monitoring/alarms";
import { countUnreadNotifications } from "#lib/notification/notification-list";
import { getCurrentPath, requireAdminPage } from "#lib/request/actor";
import { AlarmBar } from "./alarm-bar.tsx";
import { countToReview } from "./review/count-to-review.ts";

/** The admin pages inside their navigation. Each page checks the reader's role itself. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { ctx, session } = await requireAdminPage(null);
  const sees = hasPermission(ctx, "see");
  const [unread, alarms, toReview] = await Promise.all([
    countUnreadNotifications(ctx),
    sees ? getAlarms(ctx, modules) : null,
    sees ? countToReview(ctx) : 0,
  ]);
  const notifications = { href: "/admin/notifications", unread };
  const items = NAV_ITEMS.filter(({ needs }) => needs === null || hasPermission(ctx, needs))
    .filter(({ label }, n, open) => open.findIndex((item) => item.label === label) === n)
    .map(({ needs: _, ...item }) => (item.section === "/admin/review" ? { ...item, count: toReview } : item));
  const person = { name: session.name, email: session.actor.email };
  return (
    <>
      <OfflineBar />
      <PaletteShortcuts places={items.map(({ href, label }) => ({ href, label }))} find="/admin/find" />
      <AdminShell
        name={env().PORTAL_NAME}
        items={items}
        person={person}
        notifications={notifications}
        searchAt="/admin/purchases"
        path={await getCurrentPath()}
      >
        <PermissionsProvider permissions={session.actor.kind === "admin" ? session.actor.permissions : []}>
          {alarms && <AlarmBar alarms={alarms} />}
          {children}
        </PermissionsProvider>
      </AdminShell>
    </>
  );
}

/** Leads to the first of its pages that the reader may open. */
const RECORDS = { section: "/admin/records", label: "Records", icon: ScrollText };

const NAV_ITEMS: readonly (NavItem & { needs: Permission | null })[] = [
  { needs: "see", href: "/admin", label: "Dashboard", icon: House, exact: true },
  { needs: "see", href: "/admin/purchases", label: "Purchases", icon: ListOrdered },
  {
    needs: "see",
    href: "/admin/review/queue",
    section: "/admin/review",
    label: "To review",
    icon: Inbox,
  },
  { needs: "see", href: "/admin/resellers", label: "Resellers", icon: Users },
  { needs: "see", href: "/admin/wallets", label: "Wallets", icon: Wallet },
  { needs: "see", href: "/admin/catalogue", label: "Catalogue", icon: Tags },
  { needs: "see", href: "/admin/networks", label: "Networks", icon: Network },
  { ...RECORDS, needs: "see", href: "/admin/records/closes" },
  { ...RECORDS, needs: "audit", href: "/admin/records/audit" },
  { needs: null, href: "/admin/settings", label: "Settings", icon: Settings },
];
