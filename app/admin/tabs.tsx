import { CurrentInView } from "#app/ui/page/current-in-view";
import { PageLink } from "#app/ui/page/page-link";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { countPendingSignUps } from "#lib/account/sign-up/sign-up-list";
import type { Ctx } from "#lib/core/context";
import type { Permission } from "#lib/core/permission";
import { countDeliveryIssues } from "#lib/issue/delivery-issue-list";
import { countApprovalRequests } from "#lib/reconcile/admin/approval-request-list";
import { countUnconfirmed } from "#lib/reconcile/admin/count-unconfirmed";
import { countReferralsToReview } from "#lib/referral/referral-list";
import { countPendingUpgrades } from "#lib/upgrade/upgrade-list";
import { LISTS, type ListGroup } from "./lists.ts";
import { countBesideQueue } from "./review/count-to-review.ts";

interface Tab {
  href: string;
  label: string;
  needs?: Permission;
  /** Further pages under this tab, of which `href` is the first. */
  pages?: readonly Tab[];
}

interface Props {
  label: string;
  tabs: readonly Tab[];
  here: string;
}

const LINE_CLASS =
  "-mt-2 mb-5 flex gap-x-1 overflow-x-auto border-line border-b [scrollbar-width:none] max-md:-mx-4 max-md:px-1";
const TAB_CLASS =
  "inline-flex min-h-11 items-center whitespace-nowrap border-b-2 border-transparent px-3 font-medium text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink";
const PAGES_CLASS =
  "mb-5 flex gap-2 [scrollbar-width:none] max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 md:flex-wrap";
const PAGE_CLASS =
  "inline-flex min-h-9 items-center whitespace-nowrap rounded-full border border-line bg-surface px-3 font-medium text-sm hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent pointer-coarse:min-h-11";

/**
 * Tabs between the pages of one section, and below them the pages of the open tab where it has several; where
 * there is no room for all, they scroll sideways.
 */
export function TabNav({ label, tabs, here }: Props) {
  const open = tabs.find((tab) => isOpen(tab, here));
  return (
    <>
      <nav aria-label={label} className={LINE_CLASS}>
        <CurrentInView key={here} />
        <TabLinks tabs={tabs} here={here} className={TAB_CLASS} />
      </nav>
      {open?.pages && (
        <nav aria-label={open.label} className={PAGES_CLASS}>
          <CurrentInView key={here} />
          <TabLinks tabs={open.pages} here={here} className={PAGE_CLASS} />
        </nav>
      )}
    </>
  );
}

const isOpen = ({ href, pages }: Tab, path: string): boolean =>
  href === path || (pages?.some((page) => page.href === path) ?? false);

function TabLinks({ tabs, here, className }: Omit<Props, "label"> & { className: string }) {
  return tabs.map((tab) => {
    const link = (
      <PageLink
        key={tab.href}
        href={tab.href}
        aria-current={isOpen(tab, here) ? "page" : undefined}
        className={className}
      >
        {tab.label}
      </PageLink>
    );
    return tab.needs ? (
      <PermissionGate key={tab.href} do={tab.needs}>
        {link}
      </PermissionGate>
    ) : (
      link
    );
  });
}

/** A tab for a page that shows several lists; it opens the first of them. */
function groupTab(group: ListGroup, label: string): Tab {
  const pages = listTabs(group);
  return { href: pages[0]?.href ?? group, label, pages };
}

/** A tab for each list of a page that shows several. */
function listTabs(group: ListGroup): Tab[] {
  return Object.entries(LISTS[group]).map(([name, { label }]) => ({ href: `${group}/${name}`, label }));
}

const withCount = (label: string, count = 0) => (count > 0 ? `${label} (${count})` : label);

const CATALOGUE_TABS = [
  { href: "/admin/catalogue", label: "Plans" },
  { href: "/admin/catalogue/prices", label: "Price grid" },
  { href: "/admin/catalogue/rules", label: "Price rules" },
] as const;

export function CatalogueTabs({ here }: { here: (typeof CATALOGUE_TABS)[number]["href"] }) {
  return <TabNav label="Catalogue" tabs={CATALOGUE_TABS} here={here} />;
}

const SHOP_PAGES = [
  { href: "/admin/resellers/shops", label: "All" },
  { href: "/admin/resellers/shops/messages", label: "Messages" },
] as const;

const NETWORK_TABS = [
  { href: "/admin/networks", label: "Overview" },
  { href: "/admin/networks/suppliers", label: "Suppliers" },
] as const;

export function NetworkTabs({ here }: { here: (typeof NETWORK_TABS)[number]["href"] }) {
  return <TabNav label="Networks" tabs={NETWORK_TABS} here={here} />;
}

const RECORD_TABS = [
  { href: "/admin/records/closes", label: "Daily closes", needs: "see" },
  { href: "/admin/records/outcomes", label: "Outcomes", needs: "see" },
  { href: "/admin/records/audit", label: "Audit log", needs: "audit" },
  { href: "/admin/records/system", label: "System", needs: "see" },
] as const;

export function RecordTabs({ here }: { here: (typeof RECORD_TABS)[number]["href"] }) {
  return <TabNav label="Records" tabs={RECORD_TABS} here={here} />;
}

export async function ResellerTabs({ ctx, here }: { ctx: Ctx; here: string }) {
  const [signUps, upgrades, referrals] = await Promise.all([
    countPendingSignUps(ctx),
    countPendingUpgrades(ctx),
    countReferralsToReview(ctx),
  ]);
  const tabs = [
    { href: "/admin/resellers", label: "All" },
    { href: "/admin/resellers/sign-ups", label: withCount("Sign-up requests", signUps) },
    { href: "/admin/resellers/upgrades", label: withCount("Level upgrades", upgrades) },
    { href: "/admin/resellers/referrals", label: withCount("Referrals", referrals) },
    { href: "/admin/resellers/agents", label: "Agents" },
    { href: "/admin/resellers/shops", label: "Shops", pages: SHOP_PAGES },
    { href: "/admin/resellers/personal", label: "Personal data", needs: "personal" as const },
  ];
  return <TabNav label="Resellers" tabs={tabs} here={here} />;
}

type ReviewList = keyof (typeof LISTS)["/admin/review"];

/** Tabs of everything that waits for an admin, each with how much does. */
export async function ReviewTabs({ ctx, here }: { ctx: Ctx; here: string }) {
  const [unconfirmed, issues, approvals, beside] = await Promise.all([
    countUnconfirmed(ctx),
    countDeliveryIssues(ctx),
    countApprovalRequests(ctx),
    countBesideQueue(ctx),
  ]);
  const counts: Record<ReviewList, number> = { ...beside, "delivery-issues": issues.count, approvals };
  const list = (name: ReviewList): CountedTab => ({
    href: `/admin/review/${name}`,
    label: LISTS["/admin/review"][name].label,
    count: counts[name],
  });
  const tabs = [
    { href: "/admin/review/queue", label: "Queue" },
    countedTab("Purchases", [
      { href: "/admin/review", label: "Unconfirmed", count: unconfirmed.count },
      list("delivery-issues"),
      list("discrepancies"),
    ]),
    countedTab("Payments", [list("suspense"), list("chargebacks"), list("settlements")]),
    toTab(list("approvals")),
  ];
  return <TabNav label="To review" tabs={tabs} here={here} />;
}

type CountedTab = Tab & { count: number };

const toTab = ({ count, label, ...tab }: CountedTab): Tab => ({ ...tab, label: withCount(label, count) });

/** A tab over several pages with the sum of their counts; it opens the first in which anything waits. */
function countedTab(label: string, pages: readonly CountedTab[]): Tab {
  const href = pages.find(({ count }) => count > 0)?.href ?? pages[0]?.href ?? "";
  const count = pages.reduce((sum, page) => sum + page.count, 0);
  return { href, label: withCount(label, count), pages: pages.map(toTab) };
}

const WALLET_TABS = [
  { href: "/admin/wallets", label: "Overview" },
  groupTab("/admin/wallets/money-in", "Money in"),
  groupTab("/admin/wallets/adjustments", "Adjustments"),
];

export function WalletTabs({ here }: { here: string }) {
  return <TabNav label="Wallets" tabs={WALLET_TABS} here={here} />;
}

const SETTINGS_TABS = [
  { href: "/admin/settings", label: "Your account" },
  { href: "/admin/settings/notifications", label: "Notifications" },
  { href: "/admin/settings/staff", label: "Staff", needs: "see" },
  { href: "/admin/settings/general", label: "General", needs: "see" },
  { href: "/admin/settings/payments", label: "Payments", needs: "see" },
  { href: "/admin/settings/purchases", label: "Purchases", needs: "see" },
  { href: "/admin/settings/messages", label: "Messages", needs: "see" },
] as const;

export function SettingsTabs({ here }: { here: string }) {
  return <TabNav label="Settings" tabs={SETTINGS_TABS} here={here} />;
}
