import { SubNav } from "../sub-nav.tsx";

interface Props {
  here: string;
  /** How much does not fit. */
  open: number;
}

/** The parts of the desk: what to decide, what does not fit, money paid in, and by which rules. */
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
