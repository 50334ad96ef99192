import { LEVEL_LABELS } from "#app/ui/labels.ts";
import type { AdminPlanDetail } from "#lib/catalogue/admin-plan";
import { LEVELS, type Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import type { NextRule, NextSupplier } from "#lib/purchase/send/next-suppliers";
import { describeNext } from "./describe-next.ts";

interface Props {
  plan: AdminPlanDetail;
  rule: NextRule | null;
  suppliers: readonly NextSupplier[];
}

/** The supplier of a plan’s next purchase, and why; by level where their prices lead to different ones. */
export function NextPurchase({ plan, rule, suppliers }: Props) {
  const groups = new Map<string, Level[]>();
  for (const { level, price } of listSoldLevels(plan)) {
    const text = describeNext(rule, suppliers, price);
    groups.set(text, [...(groups.get(text) ?? []), level]);
  }
  const sending = suppliers.filter(({ stopped }) => !stopped);
  const hasOthers = listSoldLevels(plan).some(
    ({ price }) => sending.filter(({ cost }) => cost <= price).length > 1,
  );
  return (
    <div className="mb-4 rounded-md bg-sunken p-3 text-sm">
      {Array.from(groups, ([text, levels]) => (
        <p key={text}>
          <span className="font-semibold">
            Next purchase
            {groups.size > 1 && `, ${levels.map((level) => LEVEL_LABELS[level]).join(", ")}`}:
          </span>{" "}
          {text}
        </p>
      ))}
      {rule !== null && hasOthers && (
        <p className="mt-1 text-muted">
          When purchases queue, the other suppliers at or below the price deliver too.
        </p>
      )}
    </div>
  );
}

/** The levels that can buy a plan, with their prices in minor units. */
export function listSoldLevels({ levels }: AdminPlanDetail): { level: Level; price: Minor }[] {
  return LEVELS.flatMap((level) => {
    const { price, reason } = levels[level];
    return reason === null && price !== null ? [{ level, price }] : [];
  });
}
