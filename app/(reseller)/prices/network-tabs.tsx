import { cx } from "#app/ui/cx.ts";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import { NetworkTile } from "#app/ui/network-tile";
import { PageLink } from "#app/ui/page/page-link";

interface NetworkTabsProps {
  path: string;
  networks: readonly { id: number; name: string }[];
  chosen: number | undefined;
  query: Query;
}

const TAB_CLASS = [
  "inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-md border border-line bg-surface pr-4 pl-2",
  "font-medium hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

/** One tab for each network. A type belongs to one network, so changing the network drops it. */
export function NetworkTabs({ path, networks, chosen, query }: NetworkTabsProps) {
  const to = (network: string | null) => buildHref(path, query, { network, type: null });
  return (
    <nav aria-label="Networks" className="-mx-4 mb-3 overflow-x-auto px-4 pb-1 md:mx-0 md:px-0">
      <ul className="flex gap-2">
        <li>
          <PageLink
            href={to(null)}
            aria-current={chosen ? undefined : "true"}
            className={cx(TAB_CLASS, "pl-4")}
          >
            All
          </PageLink>
        </li>
        {networks.map(({ id, name }) => (
          <li key={id}>
            <PageLink
              href={to(String(id))}
              aria-current={chosen === id ? "true" : undefined}
              className={TAB_CLASS}
            >
              <NetworkTile name={name} size="sm" />
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
