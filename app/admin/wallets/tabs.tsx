import { groupTab, TabNav } from "#app/admin/tab-nav";

const TABS = [
  { href: "/admin/wallets", label: "Overview" },
  groupTab("/admin/wallets/money-in", "Money in"),
  groupTab("/admin/wallets/exceptions", "Exceptions"),
  groupTab("/admin/wallets/adjustments", "Adjustments"),
];

/** Tabs of the wallets section. */
export function WalletTabs({ here }: { here: string }) {
  return <TabNav label="Wallets" tabs={TABS} here={here} />;
}
