import { SubNav } from "../sub-nav.tsx";

interface Props {
  here: string;
  /** How much does not fit. */
  open: number;
}

/** Tabs of the unconfirmed section: what to decide, discrepancies, top-ups, and the rules. */
export function DeskTabs({ here, open }: Props) {
  const tabs = [
    { href: "/admin/unconfirmed", label: "To decide" },
    {
      href: "/admin/unconfirmed/discrepancies",
      label: open > 0 ? `What does not fit (${open})` : "What does not fit",
    },
    { href: "/admin/unconfirmed/top-ups", label: "Top-ups" },
    { href: "/admin/unconfirmed/rules", label: "Rules" },
  ];
  return <SubNav label="Unconfirmed" tabs={tabs} here={here} />;
}
