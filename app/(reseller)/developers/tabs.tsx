import { TabBar } from "#app/ui/page/tab-bar";

const TABS = [
  { href: "/developers", label: "Tokens" },
  { href: "/developers/webhooks", label: "Webhooks" },
  { href: "/developers/reference", label: "Reference" },
] as const;

/** The developer pages. */
export function DeveloperTabs({ at }: { at: (typeof TABS)[number]["href"] }) {
  return <TabBar label="Developers" tabs={TABS} current={at} />;
}
