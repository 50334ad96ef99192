import { notFound } from "next/navigation";
import { AdminForm } from "#app/admin/admin-form";
import { savePlanSettingsAction } from "#app/admin/catalogue/actions.ts";
import { NOT_SOLD_LABELS } from "#app/admin/catalogue/admin-plan-table";
import { ConfirmPlanDialog, describeDoubt } from "#app/admin/catalogue/confirm-plan-dialog";
import { HistoryCard, RecordChanges } from "#app/admin/history";
import { StateBadge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { PageHeader } from "#app/ui/page/page-header";
import { Time } from "#app/ui/time";
import { type AdminPlanDetail, getAdminPlan } from "#lib/catalogue/admin-plan";
import type { Ctx } from "#lib/core/context";
import { requireAdminPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { PlanLevels } from "./plan-levels.tsx";
import { PlanSuppliers } from "./plan-suppliers.tsx";
import { PriceHistory } from "./price-history.tsx";

export const metadata = { title: "Plan" };

const VISIBILITY_LABELS = { yes: "Shown and sold", no: "Hidden, can’t be bought" };

export default async function PlanPage({ params }: { params: Promise<{ plan: string }> }) {
  const { ctx } = await requireAdminPage();
  const plan = await loadPlan(ctx, (await params).plan);
  const { reason, belowCost } = plan;
  return (
    <>
      <PageHeader
        title={plan.label}
        lead={`Plan #${plan.id}${plan.name ? `, listed as ${plan.typeName}` : ""}`}
        back={{ href: "/admin/catalogue", label: "Catalogue" }}
      >
        <StateBadge {...(reason ? NOT_SOLD_LABELS[reason] : { tone: "good", word: "On sale" })} />
      </PageHeader>
      {belowCost.length > 0 && (
        <Banner
          className="mb-4"
          kind="error"
          title="Not sold where the price is below the cost"
          link={{ href: `/admin/catalogue/rules?planId=${plan.id}`, label: "Set a price rule" }}
        >
          Each purchase would lose money. The plan is sold again when its price covers its cost.
        </Banner>
      )}
      {plan.doubt && (
        <Banner
          className="mb-4"
          kind="warn"
          title="The main supplier’s change waits for you"
          action={<ConfirmPlanDialog plan={plan} />}
        >
          {describeDoubt(plan)} The portal doesn’t buy it there until you confirm it.
        </Banner>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-5">
          <PlanLevels plan={plan} />
          <PlanSuppliers ctx={ctx} plan={plan} />
          <PriceHistory prices={plan.prices} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Card title="Plan settings">
            <AdminForm
              needs="prices"
              id="terms"
              action={savePlanSettingsAction}
              hidden={{ planId: plan.id, version: plan.settingsVersion }}
              begun={{ shown: plan.hidden ? "no" : "yes", name: plan.name ?? "" }}
              submit="Save plan"
            >
              <Select
                label="Visibility"
                name="shown"
                options={VISIBILITY_LABELS}
                defaultValue={plan.hidden ? "no" : "yes"}
              />
              <Input
                label="Display name"
                name="name"
                maxLength={60}
                autoComplete="off"
                optional
                hint={`Replaces “${plan.typeName}” after the size. Past purchases keep their name.`}
                defaultValue={plan.name ?? ""}
              />
            </AdminForm>
          </Card>
          <HistoryCard records={plan.history} />
          {plan.listed.length > 0 && <PlanListChanges changes={plan.listed} />}
        </div>
      </div>
    </>
  );
}

async function loadPlan(ctx: Ctx, id: string): Promise<AdminPlanDetail> {
  if (!/^\d{1,9}$/.test(id)) notFound();
  return loadOrNotFound(getAdminPlan(ctx, { planId: Number(id) }));
}

function PlanListChanges({ changes }: { changes: AdminPlanDetail["listed"] }) {
  return (
    <Card title="Plan list changes">
      <ol className="divide-y divide-line">
        {changes.map(({ at, changes }) => (
          <li key={at.getTime()} className="py-2.5 text-sm first:pt-0 last:pb-0">
            <p className="text-muted">
              <Time at={at} />
            </p>
            {isNewPlan(changes) ? (
              <p>Listed for the first time.</p>
            ) : (
              <RecordChanges before={pickSide(changes, 0)} after={pickSide(changes, 1)} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function isNewPlan(changes: Record<string, [string | null, string | null]>): boolean {
  return Object.values(changes).every(([before]) => before === null);
}

function pickSide(changes: Record<string, [string | null, string | null]>, side: 0 | 1) {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, both]) =>
      both[side] === null ? [] : [[name.replaceAll("_", " "), both[side]]],
    ),
  );
}
