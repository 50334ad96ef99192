import { NOT_SOLD_LABELS } from "#app/admin/catalogue/admin-plan-table";
import { loadReseller } from "#app/admin/resellers/load-reseller.ts";
import { StateBadge } from "#app/ui/badge";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { Select } from "#app/ui/form/select";
import { FilterForm } from "#app/ui/list/filter-form";
import { Money } from "#app/ui/money";
import { PageHeader } from "#app/ui/page/page-header";
import type { PageProps } from "#app/ui/page/page-props.ts";
import { explainAgentPrice } from "#lib/agent/explain-agent-price";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { requireAdminPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";

export const metadata = { title: "Price explained" };

/** The steps to a reseller's price of a plan, line by line. */
export default async function PricePage({ params, searchParams }: PageProps<{ id: string }>) {
  const { ctx } = await requireAdminPage();
  const { id, name } = await loadReseller(ctx, (await params).id);
  const typed = [(await searchParams).plan].flat()[0] ?? "";
  const planId = /^[1-9]\d{0,9}$/.test(typed) ? Number(typed) : undefined;
  const path = `/admin/resellers/${id}/price`;
  const { plans } = await getCatalogue(ctx);
  return (
    <>
      <PageHeader
        title={`Price for ${name}`}
        lead="The price of a plan, line by line."
        back={{ href: `/admin/resellers/${id}`, label: name }}
      />
      <div className="grid max-w-xl gap-5">
        <FilterForm action={path} values={{ plan: typed }}>
          <Select
            label="Plan"
            name="plan"
            empty="Choose a plan"
            options={[...plans.values()].map((plan) => ({
              value: String(plan.id),
              label: formatPlanLabel(plan),
            }))}
            defaultValue={typed}
          />
          <Button type="submit" variant="secondary">
            Explain price
          </Button>
        </FilterForm>
        {planId !== undefined && <Explanation ctx={ctx} resellerId={id} planId={planId} />}
      </div>
    </>
  );
}

interface Props {
  ctx: Ctx;
  resellerId: number;
  planId: number;
}

async function Explanation({ ctx, ...about }: Props) {
  const { plan, parent, lines, price, commission, reason } = await loadOrNotFound(
    explainAgentPrice(ctx, about),
  );
  return (
    <Card title={plan} action={reason && <StateBadge {...NOT_SOLD_LABELS[reason]} />}>
      <p className="mb-2 text-muted">
        {parent ? `Agent of ${parent}, whose prices apply.` : "No parent’s price applies now."}
      </p>
      <DescriptionList
        facts={[
          ...lines.map(({ label, amount }) => ({ label, value: formatAmount(amount) })),
          {
            label: "Pays",
            value: price === null ? "Not sold" : <Money text={formatMoney(price)} size="xl" />,
          },
          { label: "Of it the parent’s commission", value: formatMoney(commission) },
        ]}
      />
    </Card>
  );
}

const formatAmount = (amount: Minor | null) => (amount === null ? "Unknown" : formatMoney(amount));
