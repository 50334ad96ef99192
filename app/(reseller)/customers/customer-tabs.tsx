import { TabBar } from "#app/ui/page/tab-bar";

/** The pages about customers beside their list. */
export const CUSTOMER_PLACES = [
  { href: "/customers/due-soon", label: "Due soon" },
  { href: "/customers/credit-book", label: "Credit book" },
] as const;

const TABS = [{ href: "/customers", label: "Customers" }, ...CUSTOMER_PLACES] as const;

export function CustomerTabs({ current }: { current: (typeof TABS)[number]["href"] }) {
  return <TabBar label="Customers" tabs={TABS} current={current} />;
}
