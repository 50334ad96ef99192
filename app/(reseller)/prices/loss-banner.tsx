import type { ReactNode } from "react";
import { Banner } from "#app/ui/banner";
import type { PricedPlanView } from "#lib/price-list/get-price-list";

interface Props {
  plans: readonly Pick<PricedPlanView, "gain" | "hidden">[];
  action?: ReactNode;
}

/** Warns of plans whose price for customers is below the reseller's. */
export function LossBanner({ plans, action }: Props) {
  const losing = plans.filter(({ gain, hidden }) => gain !== null && gain < 0n && !hidden).length;
  if (losing === 0) return null;
  return (
    <Banner
      className="mb-4"
      kind="warn"
      title={losing === 1 ? "1 plan sells at a loss" : `${losing} plans sell at a loss`}
      action={action}
    >
      Customers pay less than you pay.
    </Banner>
  );
}
