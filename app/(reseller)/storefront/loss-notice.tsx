import type { ReactNode } from "react";
import type { RetailView } from "#lib/shop/price-list";
import { Notice } from "../../ui/notice.tsx";

interface Props {
  plans: readonly Pick<RetailView, "profit" | "hidden">[];
  /** The way to the prices, where they are not in sight. */
  action?: ReactNode;
}

/** Says so when plans sell for less than the reseller pays. */
export function LossNotice({ plans, action }: Props) {
  const losing = plans.filter(({ profit, hidden }) => profit < 0n && !hidden).length;
  if (losing === 0) return null;
  return (
    <div className="mb-4">
      <Notice
        kind="warn"
        title={losing === 1 ? "One plan sells at a loss" : `${losing} plans sell at a loss`}
        action={action}
      >
        {losing === 1 ? "Its price" : "Their price"} in your shop is below what you pay.
      </Notice>
    </div>
  );
}
