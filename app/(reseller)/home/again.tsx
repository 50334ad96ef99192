import Link from "next/link";
import { formatMoney } from "#lib/core/money";
import type { AgainView } from "#lib/purchase/report/home";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";

/** The last plans and numbers, each one tap from its review. */
export function Again({ items }: { items: readonly AgainView[] }) {
  return (
    <section aria-labelledby="again" className="min-w-0 lg:order-1">
      <h2 id="again" className="mb-2 font-semibold">
        Buy again
      </h2>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pb-1 md:mx-0 md:grid md:grid-cols-2 md:px-0 lg:grid-cols-1">
        {items.map((item) => (
          <AgainTile key={`${item.planId} ${item.phoneE164}`} item={item} />
        ))}
      </ul>
    </section>
  );
}

function AgainTile({ item }: { item: AgainView }) {
  const href = `/buy?${new URLSearchParams({ plan: String(item.planId), phone: item.phoneE164 })}`;
  return (
    <li className="relative grid w-72 shrink-0 snap-start grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md border border-line bg-surface p-3 has-[a:hover]:border-edge md:w-auto">
      <span className="row-span-2">
        <NetworkTile name={item.networkName} />
      </span>
      <p className="truncate font-medium">{item.phone}</p>
      {item.price === null ? (
        <span className="text-muted text-sm">Not sold now</span>
      ) : (
        <Link href={href} className="stretched rounded-sm font-semibold text-accent text-sm">
          <span className="sr-only">Buy again for </span>
          <Money text={formatMoney(item.price)} />
        </Link>
      )}
      <p className="col-span-2 truncate text-muted text-sm">
        {item.networkName} {item.label}
      </p>
    </li>
  );
}
