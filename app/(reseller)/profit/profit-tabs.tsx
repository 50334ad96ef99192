import { TabBar } from "#app/ui/page/tab-bar";

const TABS = [
  { href: "/profit", label: "Profit" },
  { href: "/profit/day", label: "Day" },
] as const;

export function ProfitTabs({ current }: { current: (typeof TABS)[number]["href"] }) {
  return <TabBar label="Profit" tabs={TABS} current={current} />;
}
