import { notFound } from "next/navigation";
import { AdminForm } from "#app/admin/admin-form";
import { removePriceRuleAction, savePriceRuleAction } from "#app/admin/catalogue/actions.ts";
import { PriceRuleFields } from "#app/admin/catalogue/rules/price-rule-fields";
import { HistoryCard } from "#app/admin/history";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { getAuditHistory } from "#lib/audit/audit-history";
import {
  PreviewPriceRuleInput,
  type PriceRulePreview,
  previewPriceRule,
} from "#lib/catalogue/price/change-price-rules";
import { getPriceRuleChoices } from "#lib/catalogue/price/list-price-rules";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { requireAdminPage } from "#lib/request/actor";
import { PriceChangePreview } from "./price-change-preview.tsx";

export const metadata = { title: "Price rule preview" };

export default async function PreviewPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const preview = await previewRuleQuery(ctx, query);
  if ("errors" in preview) {
    return (
      <>
        <PageHeader title="Price rule" back={{ href: "/admin/catalogue/rules", label: "Price rules" }} />
        <Card className="max-w-2xl">
          <PriceRuleFields choices={await getPriceRuleChoices(ctx)} query={query} errors={preview.errors} />
        </Card>
      </>
    );
  }
  const { rule, before, prices, version } = preview;
  const removing = query.ruleId !== undefined;
  const { networkId, typeId, planId, level, kind, value } = rule;
  const scope = {
    networkId: networkId ?? "",
    typeId: typeId ?? "",
    planId: planId ?? "",
    level: level ?? "",
  };
  const levelLabel = level ? LEVEL_LABELS[level] : "all levels";
  return (
    <>
      <PageHeader
        title={removing ? `Remove ${rule.markup} for ${rule.what}` : `${rule.what} ${rule.markup}`}
        lead={`For ${levelLabel}.${before && !removing ? ` Replaces ${before}.` : ""}`}
        back={{ href: "/admin/catalogue/rules", label: "Price rules" }}
      >
        {!removing && (
          <ButtonLink variant="secondary" href={buildHref("/admin/catalogue/rules", query)}>
            Edit rule
          </ButtonLink>
        )}
      </PageHeader>
      <div className="grid items-start gap-5 2xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card
          title={removing ? "Remove price rule" : "Save price rule"}
          className="2xl:sticky 2xl:top-6 2xl:order-last"
        >
          <AdminForm
            needs="prices"
            id="rule"
            action={removing ? removePriceRuleAction : savePriceRuleAction}
            hidden={
              removing
                ? { ruleId: rule.id, expectedVersion: version }
                : { ...scope, kind, value, expectedVersion: version }
            }
            reasonHint="Prices change immediately. Buyers who still see an old price are asked to confirm the new one."
            submit={removing ? "Remove rule" : "Save rule"}
            look={{ variant: removing ? "danger" : "primary" }}
          />
        </Card>
        <div className="grid min-w-0 gap-5">
          <PriceChangePreview prices={prices} />
          <HistoryCard
            title="Rule history"
            records={getAuditHistory(ctx, { subject: "price rule", subjectId: rule.subject })}
          />
        </div>
      </div>
    </>
  );
}

async function previewRuleQuery(
  ctx: Ctx,
  query: Query,
): Promise<PriceRulePreview | { errors: Record<string, string> }> {
  try {
    const input = parseRuleQuery(query);
    return "errors" in input ? input : await previewPriceRule(ctx, input);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.code === "not_found") notFound();
    return {
      errors: Object.fromEntries(
        Object.entries(error.fields).map(([name, messages]) => [name, messages.join(" ")]),
      ),
    };
  }
}

/** Reads a rule from the form's address; its place is "1" for a network, "1 4" for a type of it. */
function parseRuleQuery(query: Query): PreviewPriceRuleInput | { errors: Record<string, string> } {
  const { place, ...rest } = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, [value].flat()[0]]),
  );
  const [networkId = "", typeId = ""] = (place ?? "").split(" ");
  const where = rest.planId ? { networkId: "", typeId: "" } : { networkId, typeId };
  const read = PreviewPriceRuleInput.safeParse({ ...rest, ...where });
  if (read.success) return read.data;
  return { errors: rest.value ? { planId: "This plan doesn’t exist." } : { value: "Enter a value." } };
}
