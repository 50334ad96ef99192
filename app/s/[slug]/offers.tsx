import { ChevronRight } from "lucide-react";
import { formatMoney } from "#lib/core/money";
import type { ShopView } from "#lib/shop/get-shop";
import type { OfferView } from "#lib/shop/offers";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { plainIcon } from "../../ui/plain-icon.tsx";
import { byType, type Choice, queryOf } from "./choice.ts";

const Onward = plainIcon(ChevronRight);

/** What the shop sells: networks, then what narrows them, then plans with their prices. Links only. */
export function Offers({ shop, choice }: { shop: ShopView; choice: Choice }) {
  const { network, type, period, offers } = choice;
  const here = network.id;
  return (
    <section aria-labelledby="plans" className="flex flex-col gap-3">
      <h2 id="plans" className="font-semibold text-lg">
        Choose your network
      </h2>
      <Networks choice={choice} />
      <Chips
        label="Type"
        all="All types"
        names={choice.types}
        chosen={type}
        hrefOf={(name) => queryOf({ network: here, type: name })}
      />
      <Chips
        label="Lasts"
        all="Any time"
        names={choice.periods}
        chosen={period}
        hrefOf={(name) => queryOf({ network: here, type, period: name })}
      />
      <div className="gap-4 md:columns-2">
        {byType(offers).map((group) => (
          <section key={group.type} aria-label={group.type} className="mb-4 break-inside-avoid">
            <h3 className="px-1 pt-1 pb-2 font-medium text-muted text-sm">{group.type}</h3>
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {group.offers.map((offer) => (
                <Offer
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

function Networks({ choice: { networks, network } }: { choice: Choice }) {
  return (
    <ul className="grid grid-cols-4 gap-2">
      {networks.map(({ id, name }) => (
        <li key={id}>
          <a
            href={queryOf({ network: id })}
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

/** A plan; without `href` it is only to be read. */
function Offer({ offer, href }: { offer: OfferView; href: string | null }) {
  const { size, volume, validity, price } = offer;
  const name = `${size} ${volume}`;
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
      {href && <Onward aria-hidden className="size-5 shrink-0 text-faint" />}
    </li>
  );
}

interface Props {
  /** What is chosen, for screen readers. */
  label: string;
  /** The word for no choice. */
  all: string;
  names: readonly string[];
  chosen: string | null;
  hrefOf: (name: string | null) => string;
}

const CHIP = [
  "inline-flex min-h-11 items-center whitespace-nowrap rounded-full border border-line bg-surface px-4 text-sm",
  "font-medium hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

/** One choice out of a few words, as links; they scroll sideways on a phone. Nothing when there is no choice. */
function Chips({ label, all, names, chosen, hrefOf }: Props) {
  if (names.length < 2) return null;
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:px-0">
      <ul className="flex gap-2">
        {[null, ...names].map((name) => (
          <li key={name ?? ""}>
            <a href={hrefOf(name)} aria-current={name === chosen ? "true" : undefined} className={CHIP}>
              {name ?? all}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
