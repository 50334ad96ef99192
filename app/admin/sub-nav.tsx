import type { Permission } from "#lib/core/permission";
import { cx } from "../ui/cx.ts";
import { May } from "../ui/may.tsx";
import { PageLink } from "../ui/page-link.tsx";

interface Tab {
  href: string;
  label: string;
  /** What its reader's role has to include, where seeing is not enough. */
  needs?: Permission;
}

interface Props {
  label: string;
  tabs: readonly Tab[];
  /** The address of the tab that is open. */
  here: string;
}

/** Tabs between the pages of one section of the admin side. */
export function SubNav({ label, tabs, here }: Props) {
  return (
    <nav aria-label={label} className="-mt-2 mb-5 flex flex-wrap gap-x-1 border-line border-b">
      {tabs.map(({ href, label, needs }) => {
        const tab = (
          <PageLink
            key={href}
            href={href}
            aria-current={href === here ? "page" : undefined}
            className={cx(
              "inline-flex min-h-11 items-center whitespace-nowrap border-b-2 border-transparent px-3 font-medium text-muted",
              "hover:text-ink aria-[current]:border-accent aria-[current]:text-ink",
            )}
          >
            {label}
          </PageLink>
        );
        return needs ? (
          <May key={href} do={needs}>
            {tab}
          </May>
        ) : (
          tab
        );
      })}
    </nav>
  );
}
