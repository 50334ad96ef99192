import { LEVEL_LABELS } from "#app/ui/labels.ts";
import type { AdminPlanDetail } from "#lib/catalogue/admin-plan";
import { LEVELS, type Level } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money/money";
import type { NextRule, NextSupplier } from "#lib/purchase/send/next-suppliers";

interface Props {
  plan: AdminPlanDetail;
  rule: NextRule | null;
  suppliers: readonly NextSupplier[];
}

/** To which supplier the next purchase of a plan goes, and why; by level where their prices lead to different ones. */
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
        <p className="mt-1 text-muted">While purchases queue, the others within the price sell too.</p>
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

/** "Main supplier at ₦638.00, the cheapest open supplier." */
function describeNext(rule: NextRule | null, suppliers: readonly NextSupplier[], price: Minor): string {
  const sending = suppliers.filter(({ stopped }) => !stopped);
  const able = sending.filter(({ cost }) => cost <= price);
  const [next] = able;
  if (rule === null) return "none, because sending is stopped.";
  if (!next) return "waits, because no supplier sells it at this price now.";
  const fit = able.filter(({ passedOver }) => passedOver === next.passedOver);
  if (rule === "share" && fit.length > 1) return `by share: ${formatShares(fit)}.`;
  return `${next.name} at ${formatMoney(next.cost)}, ${explainNext(rule, sending, able)}.`;
}

function explainNext(rule: NextRule, sending: readonly NextSupplier[], able: readonly NextSupplier[]) {
  const isPassing = able.some(({ passedOver }) => passedOver) && !able[0]?.passedOver;
  if (sending.length === 1) return "the only open supplier";
  if (rule === "cost" && !isPassing) return "the cheapest open supplier";
  if (able.length === 1) return "the only one that costs no more than the price";
  if (rule === "first" && able[0]?.isFirst) return "first for this plan";
  if (able.filter(({ passedOver }) => !passedOver).length === 1) return "the only one that isn’t passed over";
  if (rule === "rank") return "preferred by its order";
  return isPassing ? "the cheapest that isn’t passed over" : "the cheapest open supplier";
}

const formatShares = (suppliers: readonly NextSupplier[]) => {
  const all = suppliers.reduce((sum, { share }) => sum + share, 0);
  return suppliers
    .map(({ name, cost, share }) => `${name} at ${formatMoney(cost)} for ${share} of ${all}`)
    .join(", ");
};
