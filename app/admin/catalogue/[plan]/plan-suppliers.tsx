import { AdminForm } from "#app/admin/admin-form";
import { setPlanRoutingAction } from "#app/admin/networks/suppliers/actions.ts";
import { ROUTING_LABELS } from "#app/admin/networks/suppliers/supplier-labels.ts";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Select } from "#app/ui/form/select";
import { TriangleAlert } from "#app/ui/icon/icons.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { PageLink } from "#app/ui/page/page-link";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import type { AdminPlanDetail } from "#lib/catalogue/admin-plan";
import { type Ctx, LEVELS, type Level } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { getNextSuppliers, type NextRule, type NextSupplier } from "#lib/dispatch/next-suppliers";
import { getPlanRouting } from "#lib/supplier/plan-routing";
import { describeNext } from "./describe-next.ts";

/** The suppliers of a plan, the one of its next purchase, and how it is chosen; nothing if it's alone. */
export async function PlanSuppliers({ ctx, plan }: { ctx: Ctx; plan: AdminPlanDetail }) {
  const [{ choice, suppliers }, next] = await Promise.all([
    getPlanRouting(ctx, { planId: plan.id }),
    getNextSuppliers(ctx, { planId: plan.id }),
  ]);
  if (suppliers.length < 2) return null;
  const sellers = suppliers.filter(({ cost }) => cost !== null);
  return (
    <Card title="Suppliers">
      {plan.reason === null && <NextPurchase plan={plan} {...next} />}
      <ul className="divide-y divide-line">
        {suppliers.map(({ id, name, cost, open }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 first:pt-0">
            <PageLink
              href={`/admin/networks/suppliers/${id}`}
              className="min-w-0 underline underline-offset-4"
            >
              {name}
            </PageLink>
            <span className="ml-auto">{cost === null ? "Doesn’t list it" : formatMoney(cost)}</span>
            {cost !== null && (
              <StateBadge
                {...planSupplierLabel(
                  open,
                  next.suppliers.find((row) => row.id === id),
                )}
              />
            )}
            {open && cost !== null && <DearNote plan={plan} cost={cost} />}
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <AdminForm
          needs="suppliers"
          id="plan-routing"
          action={setPlanRoutingAction}
          hidden={{ planId: plan.id, expected: choice }}
          begun={{ to: choice }}
          submit="Save choice"
        >
          <Select
            label="Buy from"
            name="to"
            options={[
              { value: "all", label: "As for all plans" },
              ...Object.entries(ROUTING_LABELS).map(([value, label]) => ({ value, label })),
              ...sellers.map(({ id, name }) => ({ value: `supplier ${id}`, label: `${name} first` })),
            ]}
            defaultValue={choice}
          />
        </AdminForm>
      </div>
    </Card>
  );
}

/** Warns of the levels whose purchases never go to a supplier, because it costs more than they pay. */
function DearNote({ plan, cost }: { plan: AdminPlanDetail; cost: Minor }) {
  const levels = listSoldLevels(plan).filter(({ price }) => price < cost);
  if (levels.length === 0) return null;
  return (
    <p className="flex w-full gap-2 text-sm text-unsure">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" />
      <span>
        Costs more than these levels pay: {levels.map(({ level }) => LEVEL_LABELS[level]).join(", ")}.
      </span>
    </p>
  );
}

function planSupplierLabel(open: boolean, next: NextSupplier | undefined): StateLabel {
  if (!open || !next) return { word: "Not on sale there", tone: "plain" };
  if (next.stopped) return { word: "Stopped", tone: "bad" };
  return next.comesLast ? { word: "Degraded", tone: "unsure" } : { word: "On sale", tone: "good" };
}

interface Props {
  plan: AdminPlanDetail;
  rule: NextRule | null;
  suppliers: readonly NextSupplier[];
}

/** The supplier of a plan’s next purchase, and why; by level where their prices lead to different ones. */
function NextPurchase({ plan, rule, suppliers }: Props) {
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
function listSoldLevels({ levels }: AdminPlanDetail): { level: Level; price: Minor }[] {
  return LEVELS.flatMap((level) => {
    const { price, reason } = levels[level];
    return reason === null && price !== null ? [{ level, price }] : [];
  });
}
