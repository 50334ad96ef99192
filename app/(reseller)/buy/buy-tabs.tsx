import { TabBar } from "#app/ui/page/tab-bar";

/** The price list is a view of the buy page; its filters follow in the query. */
export const PRICE_LIST_PATH = "/buy?view=plans";

const TABS = [
  { href: "/buy", label: "Quick buy" },
  { href: PRICE_LIST_PATH, label: "All plans" },
] as const;

export function BuyTabs({ current }: { current: (typeof TABS)[number]["href"] }) {
  return <TabBar label="Buy data" tabs={TABS} current={current} />;
}
