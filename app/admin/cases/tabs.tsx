import { SubNav } from "../sub-nav.tsx";

/** Tabs of the cases: what to answer, and the rules. */
export function CaseTabs({ here }: { here: string }) {
  const tabs = [
    { href: "/admin/cases", label: "Cases" },
    { href: "/admin/cases/rules", label: "Rules" },
  ];
  return <SubNav label="Cases" tabs={tabs} here={here} />;
}
