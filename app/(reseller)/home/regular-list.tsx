import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { formatMoney } from "#lib/core/money/money";
import type { RepeatPurchaseView } from "#lib/sales/regular-purchases";

interface Props {
  items: readonly RepeatPurchaseView[];
  /** Names of saved customers by their phone number. */
  names: ReadonlyMap<string, string>;
}

/** The plans and numbers bought most, each one tap from the review; four of them on a phone. */
export function RegularList({ items, names }: Props) {
  return (
    <section aria-labelledby="again" className="min-w-0">
      <h2 id="again" className="mb-2 font-semibold">
        Buy again
      </h2>
      <ul className="max-md:-mx-4 max-md:divide-y max-md:divide-line max-md:border-line max-md:border-y max-md:bg-surface md:grid md:grid-cols-2 md:gap-2 max-md:[&>li:nth-child(n+5)]:hidden">
        {items.map((item) => (
          <RegularRow
            key={`${item.planId} ${item.phoneE164}`}
            item={item}
            customer={names.get(item.phoneE164) || item.phone}
          />
        ))}
      </ul>
    </section>
  );
}

/** `customer`: the name, or the number without one. */
function RegularRow({ item, customer }: { item: RepeatPurchaseView; customer: string }) {
  const { planId, phoneE164, networkName, size, label, price, usual } = item;
  const href = `/buy?${new URLSearchParams({ plan: String(planId), phone: phoneE164 })}`;
  return (
    <li className={ROW_CLASS}>
      <NetworkTile name={networkName} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {price === null ? (
            customer
          ) : (
            <RowLink href={href} label={`${customer}: ${networkName} ${label} again, ${formatMoney(price)}`}>
              {customer}
            </RowLink>
          )}
        </p>
        <p className="text-muted text-sm">{usual ? `${size} · as usual` : label}</p>
      </div>
      {price === null ? (
        <span className="shrink-0 text-muted text-sm">Not for sale</span>
      ) : (
        <Money
          text={formatMoney(price)}
          className="shrink-0 rounded-full bg-accent-soft px-3 py-1 font-semibold text-accent"
        />
      )}
    </li>
  );
}

const ROW_CLASS =
  "relative flex min-h-16 items-center gap-3 px-4 py-2.5 has-[a:hover]:bg-sunken/60 md:rounded-md md:border md:border-line md:bg-surface md:px-3";
