import { TabBar } from "#app/ui/page/tab-bar";
import type { Ctx } from "#lib/core/context";

/** The pages about customers beside their list. */
export const CUSTOMER_PLACES = [
  { href: "/customers/due-soon", label: "Due soon" },
  { href: "/customers/schedules", label: "Schedules" },
  { href: "/customers/credit-book", label: "Credit book" },
] as const;

const TABS = [{ href: "/customers", label: "Customers" }, ...CUSTOMER_PLACES] as const;

/** Schedules are the owner’s: helpers have no tab for them. */
export function CustomerTabs({ ctx, current }: { ctx: Ctx; current: (typeof TABS)[number]["href"] }) {
  const tabs =
    ctx.actor.kind === "helper" ? TABS.filter(({ href }) => href !== "/customers/schedules") : TABS;
  return <TabBar label="Customers" tabs={tabs} current={current} />;
}
