import { Disclosure } from "#app/ui/disclosure";
import { ChevronRight } from "#app/ui/icon/icons.ts";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { listTypeTexts, OTHER_TYPES_LABEL, PLAN_TYPES_TEXT } from "#app/ui/plan-type-text.ts";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import type { ShopView } from "#lib/shop/get-shop";
import type { OfferView } from "#lib/shop/list-offers";
import { buildChoiceQuery, type OfferChoice } from "./offer-choice.ts";

export function OfferList({ shop, choice }: { shop: ShopView; choice: OfferChoice }) {
  const { network, period, periods, cheapest, others } = choice;
  return (
    <section aria-labelledby="plans" className="flex flex-col gap-3">
      <h2 id="plans" className="font-semibold text-lg max-md:sr-only">
        Choose your network
      </h2>
      <NetworkLinks choice={choice} />
      <PeriodLinks network={network.id} periods={periods} period={period} />
      <OfferRows shop={shop} offers={cheapest} />
      <TypeTexts types={[...cheapest, ...others].map(({ typeName }) => typeName)} />
      {others.length > 0 && (
        <Disclosure title={`${OTHER_TYPES_LABEL} (${others.length})`}>
          <p className="pb-3 text-muted text-sm">{PLAN_TYPES_TEXT}</p>
          <OfferRows shop={shop} offers={others} />
        </Disclosure>
      )}
    </section>
  );
}

/** Says what the names of types mean, which stand beside plans of the same size. */
function TypeTexts({ types }: { types: readonly string[] }) {
  const texts = listTypeTexts(types);
  const [first, second] = texts;
  if (!first) return null;
  const question = second
    ? `What do ${first.type} and ${second.type} mean?`
    : `What does ${first.type} mean?`;
  return (
    <Disclosure title={question} className="-mb-2">
      <div className="grid gap-1 pb-3 text-muted text-sm">
        <dl className="grid gap-1">
          {texts.map(({ type, text }) => (
            <div key={type}>
              <dt className="inline font-medium text-ink">{type}:</dt> <dd className="inline">{text}</dd>
            </div>
          ))}
        </dl>
        <p>The data is the same. If a number can’t get one type, another may work.</p>
      </div>
    </Disclosure>
  );
}

function OfferRows({ shop, offers }: { shop: ShopView; offers: readonly OfferView[] }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-2 md:[&>li:last-child:nth-child(odd)]:col-span-2">
      {offers.map((offer) => (
        <OfferRow
          key={offer.planId}
          offer={offer}
          href={shop.paused ? null : `/s/${shop.slug}/order?plan=${offer.planId}`}
        />
      ))}
    </ul>
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
            className="flex min-h-16 flex-col items-center justify-center gap-1 rounded-md border border-line bg-surface px-1 py-1.5 text-center font-medium text-xs md:text-sm hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:ring-1 aria-[current]:ring-accent"
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
  const { validity, price, typeName } = offer;
  const name = formatPlanSize(offer);
  return (
    <li className="relative flex min-h-16 items-center gap-3 bg-surface px-4 py-2.5 has-[a:hover]:bg-sunken">
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
        <p className="dotted text-muted text-sm">
          <span>{validity}</span> <span>{typeName}</span>
        </p>
      </div>
      <p className="shrink-0 text-right">
        <Money text={formatMoney(price)} size="lg" />
      </p>
      {href && <ChevronRight aria-hidden className="size-5 shrink-0 text-faint" />}
    </li>
  );
}

const CHIP_CLASS = [
  "inline-flex min-h-11 items-center whitespace-nowrap rounded-full border border-line bg-surface px-4 text-sm",
  "font-medium hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

interface PeriodLinksProps {
  network: number;
  periods: readonly string[];
  period: string | null;
}

/** The validity as links, which scroll sideways on a phone. Empty when there is only one. */
function PeriodLinks({ network, periods, period }: PeriodLinksProps) {
  if (periods.length < 2) return null;
  return (
    <nav aria-label="Validity" className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:px-0">
      <ul className="flex gap-2">
        {[null, ...periods].map((name) => (
          <li key={name ?? ""}>
            <a
              href={buildChoiceQuery({ network, period: name })}
              aria-current={name === period ? "true" : undefined}
              className={CHIP_CLASS}
            >
              {name ?? "All"}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
