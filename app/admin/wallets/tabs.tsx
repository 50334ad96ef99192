import { SubNav } from "../sub-nav.tsx";

const TABS = [
  { href: "/admin/wallets", label: "Overview" },
  { href: "/admin/wallets/funding", label: "Payments" },
  { href: "/admin/wallets/online", label: "Online" },
  { href: "/admin/wallets/suspense", label: "Suspense" },
  { href: "/admin/wallets/settlements", label: "Settlements" },
  { href: "/admin/wallets/charge-backs", label: "Charge-backs" },
  { href: "/admin/wallets/accounts", label: "Numbers" },
  { href: "/admin/wallets/moves", label: "By hand" },
  { href: "/admin/wallets/waiting", label: "Approvals" },
] as const;

export function WalletTabs({ here }: { here: (typeof TABS)[number]["href"] }) {
  return <SubNav label="Wallets" tabs={TABS} here={here} />;
}
