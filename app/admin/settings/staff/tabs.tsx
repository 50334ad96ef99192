import { SubNav } from "../../sub-nav.tsx";

const TABS = [
  { href: "/admin/settings/staff", label: "People" },
  { href: "/admin/settings/staff/roles", label: "Roles" },
];

/** Tabs of the staff pages: who runs the portal, and what they may do. */
export function StaffTabs({ here }: { here: string }) {
  return <SubNav label="Staff" tabs={TABS} here={here} />;
}
