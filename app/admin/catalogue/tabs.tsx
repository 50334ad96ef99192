import { TabNav } from "#app/admin/tab-nav";

const TABS = [
  { href: "/admin/catalogue", label: "Plans" },
  { href: "/admin/catalogue/prices", label: "Price grid" },
  { href: "/admin/catalogue/rules", label: "Price rules" },
  { href: "/admin/catalogue/availability", label: "Availability" },
] as const;

export function CatalogueTabs({ here }: { here: (typeof TABS)[number]["href"] }) {
  return <TabNav label="Catalogue" tabs={TABS} here={here} />;
}
