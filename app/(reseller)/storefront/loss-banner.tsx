import type { ReactNode } from "react";
import { Banner } from "#app/ui/banner";
import type { RetailView } from "#lib/shop/price-list";

interface Props {
  plans: readonly Pick<RetailView, "profit" | "hidden">[];
  /** A link to the prices. */
  action?: ReactNode;
}

/** Warns when plans sell for less than the reseller pays. */
export function LossBanner({ plans, action }: Props) {
  const losing = plans.filter(({ profit, hidden }) => profit < 0n && !hidden).length;
  if (losing === 0) return null;
  return (
    <div className="mb-4">
      <Banner
        kind="warn"
        title={losing === 1 ? "1 plan sells at a loss" : `${losing} plans sell at a loss`}
        action={action}
      >
        {losing === 1 ? "Its price" : "Their price"} in your shop is below what you pay.
      </Banner>
    </div>
  );
}
