import { SubNav } from "../sub-nav.tsx";

/** The parts of the room: who sells, and who asks to. */
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
