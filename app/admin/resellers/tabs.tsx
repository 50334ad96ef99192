import { SubNav } from "../sub-nav.tsx";

/** Tabs of the resellers section: all resellers, and requests for an account. */
export function ResellerTabs({ here, waiting }: { here: string; waiting: number }) {
  const tabs = [
    { href: "/admin/resellers", label: "All" },
    {
      href: "/admin/resellers/sign-ups",
      label: waiting > 0 ? `Asked for an account (${waiting})` : "Asked for an account",
    },
  ];
  return <SubNav label="Resellers" tabs={tabs} here={here} />;
}
