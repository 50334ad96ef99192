import { SubNav } from "../sub-nav.tsx";

/** Tabs of the resellers section: all resellers, requests for an account, and what is known of one person. */
export function ResellerTabs({ here, waiting }: { here: string; waiting: number }) {
  const tabs = [
    { href: "/admin/resellers", label: "All" },
    {
      href: "/admin/resellers/sign-ups",
      label: waiting > 0 ? `Asked for an account (${waiting})` : "Asked for an account",
    },
    { href: "/admin/resellers/personal", label: "Personal data", needs: "personal" as const },
  ];
  return <SubNav label="Resellers" tabs={tabs} here={here} />;
}
