import { ChevronRight } from "lucide-react";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { plainIcon } from "#app/ui/plain-icon";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import type { ShopView } from "#lib/shop/get-shop";
import type { OfferView } from "#lib/shop/list-offers";
import { buildChoiceQuery, type OfferChoice } from "./offer-choice.ts";

const ChevronIcon = plainIcon(ChevronRight);

export function OfferList({ shop, choice }: { shop: ShopView; choice: OfferChoice }) {
  const { network, type, period, offers } = choice;
  const networkId = network.id;
  return (
    <section aria-labelledby="plans" className="flex flex-col gap-3">
      <h2 id="plans" className="font-semibold text-lg">
        Choose your network
      </h2>
      <NetworkLinks choice={choice} />
      <OfferChips
        label="Type"
        all="All types"
        names={choice.types}
        chosen={type}
        hrefOf={(name) => buildChoiceQuery({ network: networkId, type: name })}
      />
      <OfferChips
        label="Validity"
        all="Any validity"
        names={choice.periods}
        chosen={period}
        hrefOf={(name) => buildChoiceQuery({ network: networkId, type, period: name })}
      />
      <div className="gap-4 md:columns-2">
        {[...Map.groupBy(offers, ({ typeName }) => typeName)].map(([typeName, ofType]) => (
          <section key={typeName} aria-label={typeName} className="mb-4 break-inside-avoid">
            <h3 className="px-1 pt-1 pb-2 font-medium text-muted text-sm">{typeName}</h3>
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {ofType.map((offer) => (
                <OfferRow
                  key={offer.planId}
                  offer={offer}
                  href={shop.paused ? null : `/s/${shop.slug}/order?plan=${offer.planId}`}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

function NetworkLinks({ choice: { networks, network } }: { choice: OfferChoice }) {
  return (
    <ul className="grid grid-cols-4 gap-2">
      {networks.map(({ id, name }) => (
        <li key={id}>
          <a
            href={buildChoiceQuery({ network: id })}
            aria-current={id === network.id ? "true" : undefined}
            className="flex min-h-20 flex-col items-center justify-center gap-1.5 rounded-md border border-line bg-surface px-1 py-2 text-center font-medium text-sm hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:ring-1 aria-[current]:ring-accent"
          >
            <NetworkTile name={name} size="sm" />
            <span className="w-full truncate">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A plan; without `href` it can't be ordered. */
function OfferRow({ offer, href }: { offer: OfferView; href: string | null }) {
  const { validity, price } = offer;
  const name = formatPlanSize(offer);
  return (
    <li className="relative flex min-h-16 items-center gap-3 px-4 py-2.5 first:rounded-t-lg last:rounded-b-lg has-[a:hover]:bg-sunken/60">
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-lg leading-tight">
          {href ? (
            <a href={href} className="stretched rounded-sm">
              {name}
            </a>
          ) : (
            name
          )}
        </p>
        <p className="truncate text-muted text-sm">{validity}</p>
      </div>
      <Money text={formatMoney(price)} size="lg" />
      {href && <ChevronIcon aria-hidden className="size-5 shrink-0 text-faint" />}
    </li>
  );
}

interface Props {
  /** Names the filter for screen readers. */
  label: string;
  /** The label of the option without a filter. */
  all: string;
  names: readonly string[];
  chosen: string | null;
  hrefOf: (name: string | null) => string;
}

const CHIP_CLASS = [
  "inline-flex min-h-11 items-center whitespace-nowrap rounded-full border border-line bg-surface px-4 text-sm",
  "font-medium hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

/** The options of a filter as links, which scroll sideways on a phone. Empty when there is only one option. */
function OfferChips({ label, all, names, chosen, hrefOf }: Props) {
  if (names.length < 2) return null;
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:px-0">
      <ul className="flex gap-2">
        {[null, ...names].map((name) => (
          <li key={name ?? ""}>
            <a href={hrefOf(name)} aria-current={name === chosen ? "true" : undefined} className={CHIP_CLASS}>
              {name ?? all}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
