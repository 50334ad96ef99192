import { formatPlanPrices } from "#app/(reseller)/buy/options.ts";
import { RowPrice } from "#app/(reseller)/row-price";
import { RowLink } from "#app/ui/list/row-link";
import { NetworkTile } from "#app/ui/network-tile";
import type { Minor } from "#lib/core/money/money";
import type { RepeatPurchaseView } from "#lib/sales/regular-purchases";

interface Props {
  items: readonly RepeatPurchaseView[];
  /** Names of saved customers by their phone number. */
  names: ReadonlyMap<string, string>;
  /** Of the price list, by plan; none without one. */
  sellingPrices: ReadonlyMap<number, Minor>;
}

/** The plans and numbers bought most, each one tap from the review; four of them on a phone. */
export function RegularList({ items, names, sellingPrices }: Props) {
  return (
    <section aria-labelledby="again" className="min-w-0">
      <h2 id="again" className="mb-2 font-semibold">
        Buy again
      </h2>
      <ul className="max-md:-mx-4 max-md:divide-y max-md:divide-line max-md:border-line max-md:border-y max-md:bg-surface md:grid md:gap-2 2xl:grid-cols-2 max-md:[&>li:nth-child(n+5)]:hidden">
        {items.map((item) => (
          <RegularRow
            key={`${item.planId} ${item.phoneE164}`}
            item={item}
            customer={names.get(item.phoneE164) || item.phone}
            sellingPrice={sellingPrices.get(item.planId)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  item: RepeatPurchaseView;
  /** The name, or the number without one. */
  customer: string;
  sellingPrice: Minor | undefined;
}

function RegularRow({ item, customer, sellingPrice }: RowProps) {
  const { planId, phoneE164, networkName, size, label, price, usual } = item;
  const href = `/buy?${new URLSearchParams({ plan: String(planId), phone: phoneE164 })}`;
  const prices = price === null ? null : formatPlanPrices(price, sellingPrice);
  return (
    <li className={ROW_CLASS}>
      <NetworkTile name={networkName} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {prices ? (
            <RowLink
              href={href}
              label={`${customer}: ${networkName} ${label} again, ${prices.quote || prices.price}`}
            >
              {customer}
            </RowLink>
          ) : (
            customer
          )}
        </p>
        <p className="text-muted text-sm">{usual ? size : label}</p>
      </div>
      {prices ? (
        <RowPrice prices={prices} />
      ) : (
        <span className="shrink-0 text-muted text-sm">Not for sale</span>
      )}
    </li>
  );
}

const ROW_CLASS =
  "relative flex min-h-16 items-center gap-3 px-4 py-2.5 has-[a:hover]:bg-sunken/60 md:rounded-md md:border md:border-line md:bg-surface md:px-3";
