import { SubmitButton } from "#app/ui/form/submit-button";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { PrivateText } from "#app/ui/private-money";
import type { MoneyFormat } from "#lib/core/money/decimal";
import { parseDecimal } from "#lib/core/money/decimal";
import { PurchaseLabel } from "./purchase-label.tsx";
import type { ReviewProps } from "./review-step.ts";
import { formatMargin } from "./selling-price-field.tsx";

interface Props {
  planId: string;
  review: ReviewProps;
  money: MoneyFormat;
}

/**
 * Sends the plan of the customer before to the next number: only the number is new since its review. The
 * button names all that it does, and Enter in the number doesn't press it.
 */
export function SamePlanOffer({ planId, review, money }: Props) {
  const { network, plan, price, priceMinor, walletAfter, details } = review;
  const sellingPrice = parseDecimal(details.sellingPrice, money.places);
  return (
    <section aria-label="Same plan" className="grid gap-3 rounded-lg border border-line bg-surface p-3">
      <div className="flex items-center gap-3">
        <NetworkTile name={network} size="sm" />
        <p className="min-w-0 flex-1">
          <span className="block font-medium">The same plan again</span>
          <span className="block truncate text-muted text-sm">
            {network} {plan}
          </span>
        </p>
        <PrivateText>
          <Money text={price} className="font-semibold" />
        </PrivateText>
      </div>
      <input type="hidden" name="plan" value={planId} />
      <input type="hidden" name="price" value={priceMinor} />
      {Object.entries(details).map(([name, typed]) => (
        <input key={name} type="hidden" name={name} value={typed} />
      ))}
      {/* The first button of the form, so that Enter in a field buys nothing. */}
      <button type="submit" name="intent" value="review" hidden />
      <SubmitButton name="intent" value="confirm" size="lg" wide pendingText="Buying">
        <PurchaseLabel review={review} />
      </SubmitButton>
      <p className="text-center text-muted text-sm empty:hidden">
        <PrivateText>
          Wallet after: {walletAfter}.
          {sellingPrice !== undefined && ` ${formatMargin(sellingPrice - BigInt(priceMinor), money)}.`}
        </PrivateText>
      </p>
    </section>
  );
}
