import { cx } from "../ui/cx.ts";
import { PageLink } from "../ui/page-link.tsx";

interface Props {
  label: string;
  tabs: readonly { href: string; label: string }[];
  /** The address of the tab that is open. */
  here: string;
}

/** Tabs between the pages of one section of the admin side. */
export function SubNav({ label, tabs, here }: Props) {
  return (
    <nav aria-label={label} className="-mt-2 mb-5 flex flex-wrap gap-x-1 border-line border-b">
      {tabs.map((tab) => (
        <PageLink
          key={tab.href}
          href={tab.href}
          aria-current={tab.href === here ? "page" : undefined}
          className={cx(
            "inline-flex min-h-11 items-center whitespace-nowrap border-b-2 border-transparent px-3 font-medium text-muted",
            "hover:text-ink aria-[current]:border-accent aria-[current]:text-ink",
          )}
        >
          {tab.label}
        </PageLink>
      ))}
    </nav>
  );
}
