import { SubNav } from "../sub-nav.tsx";

const TABS = [
  { href: "/admin/catalogue", label: "Plans" },
  { href: "/admin/catalogue/prices", label: "Price grid" },
  { href: "/admin/catalogue/rules", label: "Price rules" },
  { href: "/admin/catalogue/switches", label: "Switches" },
] as const;

export function CatalogueTabs({ here }: { here: (typeof TABS)[number]["href"] }) {
  return <SubNav label="Catalogue" tabs={TABS} here={here} />;
}
