import { Money } from "#app/ui/money";
import { PrivateMoney, PrivateText } from "#app/ui/private-money";

/** Prices of a plan as text. */
export interface PlanPrices {
  /** The reseller's cost; empty where it is hidden and the selling price unknown. */
  price: string;
  /** The selling price; empty if unknown. */
  quote: string;
  /** With its sign; empty if unknown. */
  gain: string;
}

interface Props {
  prices: PlanPrices;
}

/** The price of a row as in the price list: what the customer pays, and small what the reseller pays and keeps. */
export function RowPrice({ prices: { price, quote, gain } }: Props) {
  if (!quote && !price) return null;
  return (
    <span className="block shrink-0 text-right">
      <span className="block font-semibold">
        {quote ? <Money text={quote} /> : <PrivateMoney text={price} />}
      </span>
      {gain && (
        <PrivateText>
          <span className="block whitespace-nowrap font-normal text-muted text-sm">
            <span className="sr-only">you pay </span>
            {price} <span className={gain.startsWith("+") ? "text-good" : "text-bad"}>{gain}</span>
          </span>
        </PrivateText>
      )}
    </span>
  );
}
