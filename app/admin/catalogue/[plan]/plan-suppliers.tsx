import { AdminForm } from "#app/admin/admin-form";
import { setPlanRoutingAction } from "#app/admin/suppliers/actions.ts";
import { ROUTING_LABELS } from "#app/admin/suppliers/supplier-labels.ts";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Select } from "#app/ui/form/select";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { PageLink } from "#app/ui/page/page-link";
import type { AdminPlanDetail } from "#lib/catalogue/admin-plan";
import { type Ctx, LEVELS } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { getPlanRouting } from "#lib/supplier/plan-routing";

interface Row {
  id: number;
  name: string;
  cost: Minor | null;
  open: boolean;
}

/** The suppliers of a plan, and how one is chosen for it; nothing where there is only one. */
export async function PlanSuppliers({ ctx, plan }: { ctx: Ctx; plan: AdminPlanDetail }) {
  const { choice, main, suppliers } = await getPlanRouting(ctx, { planId: plan.id });
  if (suppliers.length === 0) return null;
  const all: Row[] = [{ ...main, cost: plan.mainCost, open: plan.byMain }, ...suppliers];
  const sellers = all.filter(({ cost }) => cost !== null);
  return (
    <Card title="Suppliers">
      <ul className="divide-y divide-line">
        {all.map(({ id, name, cost, open }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 first:pt-0">
            <PageLink href={`/admin/suppliers/${id}`} className="min-w-0 underline underline-offset-4">
              {name}
            </PageLink>
            <span className="ml-auto">{cost === null ? "Doesn’t list it" : formatMoney(cost)}</span>
            {cost !== null && <StateBadge {...(open ? OPEN : CLOSED)} />}
            {open && cost !== null && <DearNote plan={plan} cost={cost} />}
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <AdminForm
          needs="system"
          id="plan-routing"
          action={setPlanRoutingAction}
          hidden={{ planId: plan.id, expected: choice }}
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

/** Names the levels whose purchases never go to a supplier, because it costs more than they pay. */
function DearNote({ plan, cost }: { plan: AdminPlanDetail; cost: Minor }) {
  const levels = LEVELS.filter((level) => {
    const { price, reason } = plan.levels[level];
    return reason === null && price !== null && price < cost;
  });
  if (levels.length === 0) return null;
  return (
    <p className="w-full text-muted text-sm">
      Costs more than these levels pay: {levels.map((level) => LEVEL_LABELS[level]).join(", ")}.
    </p>
  );
}

const OPEN = { word: "Open", tone: "good" } as const;
const CLOSED = { word: "Not sold there", tone: "plain" } as const;
