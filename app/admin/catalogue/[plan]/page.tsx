import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type AdminPlanDetail, adminPlan } from "#lib/catalogue/admin-plan";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { requireAdminPage } from "#lib/web/actor";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Select } from "../../../ui/select.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { savePlanTerms } from "../actions.ts";
import { NOT_SOLD } from "../not-sold-words.ts";
import { Levels } from "./levels.tsx";
import { Listed } from "./listed.tsx";
import { PriceHistory } from "./price-history.tsx";

export const metadata: Metadata = { title: "Plan" };

const SHOWN = [
  { value: "yes", label: "Shown, and sold at its price" },
  { value: "no", label: "Hidden, nobody can buy it" },
];

/** One plan: what decides its price, its past, and the way to hide or rename it. */
export default async function PlanPage({ params }: { params: Promise<{ plan: string }> }) {
  const { ctx } = await requireAdminPage();
  const plan = await find(ctx, (await params).plan);
  const { why, belowCost } = plan;
  return (
    <>
      <PageHeader
        title={plan.label}
        lead={`Plan #${plan.id}${plan.name ? `, listed as ${plan.typeName}` : ""}`}
        back={{ href: "/admin/catalogue", label: "Catalogue" }}
      >
        <Badge tone={why ? NOT_SOLD[why].tone : "good"} icon>
          {why ? NOT_SOLD[why].word : "Sold"}
        </Badge>
      </PageHeader>
      {belowCost.length > 0 && (
        <div className="mb-4">
          <Notice
            kind="error"
            title="Not sold where its price is below its cost"
            action={
              <ButtonLink variant="secondary" size="sm" href={`/admin/catalogue/rules?planId=${plan.id}`}>
                Set a price rule
              </ButtonLink>
            }
          >
            Selling it would lose money on every purchase. It is sold again as soon as its price covers its
            cost.
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-5">
          <Levels plan={plan} />
          <PriceHistory prices={plan.prices} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Card title="How it is shown">
            <DeskForm
              id="terms"
              action={savePlanTerms}
              hidden={{ planId: plan.id, version: plan.termsVersion }}
              submit="Save"
            >
              <Select
                label="On the price lists"
                name="shown"
                options={SHOWN}
                defaultValue={plan.hidden ? "no" : "yes"}
              />
              <Input
                label="Called"
                name="name"
                maxLength={60}
                autoComplete="off"
                optional
                hint={`In place of “${plan.typeName}”, after the size. Purchases keep the name they were made under.`}
                defaultValue={plan.name ?? ""}
              />
            </DeskForm>
          </Card>
          <HistoryCard records={plan.history} />
          <Listed changes={plan.listed} />
        </div>
      </div>
    </>
  );
}

async function find(ctx: Ctx, id: string): Promise<AdminPlanDetail> {
  if (!/^\d{1,9}$/.test(id)) notFound();
  try {
    return await adminPlan(ctx, { planId: Number(id) });
  } catch (error) {
    if (error instanceof PortalError && error.code === "not_found") notFound();
    throw error;
  }
}
