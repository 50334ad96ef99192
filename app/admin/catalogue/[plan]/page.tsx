import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type AdminPlanDetail, adminPlan } from "#lib/catalogue/admin-plan";
import type { Ctx } from "#lib/core/context";
import { requireAdminPage } from "#lib/web/actor";
import { orNotFound } from "#lib/web/or-not-found";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Select } from "../../../ui/select.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { Difference } from "../../difference.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { savePlanTerms } from "../actions.ts";
import { NOT_SOLD } from "../not-sold-words.ts";
import { Levels } from "./levels.tsx";
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
              needs="prices"
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
  return orNotFound(adminPlan(ctx, { planId: Number(id) }));
}

/** What the upstream changed of a plan, newest first. */
function Listed({ changes }: { changes: AdminPlanDetail["listed"] }) {
  return (
    <Card title="At the upstream">
      <ol className="divide-y divide-line">
        {changes.map(({ at, changes }) => (
          <li key={at.getTime()} className="py-2.5 text-sm first:pt-0 last:pb-0">
            <p className="text-muted">
              <Time at={at} />
            </p>
            {isNew(changes) ? (
              <p>Listed for the first time.</p>
            ) : (
              <Difference before={sideOf(changes, 0)} after={sideOf(changes, 1)} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** A new plan has nothing before. */
function isNew(changes: Record<string, [string | null, string | null]>): boolean {
  return Object.values(changes).every(([before]) => before === null);
}

/** The facts before or after a change, as far as they are known. */
function sideOf(changes: Record<string, [string | null, string | null]>, side: 0 | 1) {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, both]) =>
      both[side] === null ? [] : [[name.replaceAll("_", " "), both[side]]],
    ),
  );
}
