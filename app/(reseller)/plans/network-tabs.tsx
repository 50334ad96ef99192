import Link from "next/link";
import { address, type Query } from "../../ui/address.ts";
import { cx } from "../../ui/cx.ts";
import { NetworkTile } from "../../ui/network-tile.tsx";

interface Props {
  networks: readonly { id: number; name: string }[];
  chosen: number | undefined;
  query: Query;
}

const TAB = [
  "inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-md border border-line bg-surface pr-4 pl-2",
  "font-medium hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

/** The networks side by side, one tap each; a type belongs to its network, so it is dropped on the way. */
export function NetworkTabs({ networks, chosen, query }: Props) {
  const to = (network: string | null) => address("/plans", query, { network, type: null });
  return (
    <nav aria-label="Networks" className="-mx-4 mb-3 overflow-x-auto px-4 pb-1 md:mx-0 md:px-0">
      <ul className="flex gap-2">
        <li>
          <Link href={to(null)} aria-current={chosen ? undefined : "true"} className={cx(TAB, "pl-4")}>
            All
          </Link>
        </li>
        {networks.map(({ id, name }) => (
          <li key={id}>
            <Link href={to(String(id))} aria-current={chosen === id ? "true" : undefined} className={TAB}>
              <NetworkTile name={name} size="sm" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
