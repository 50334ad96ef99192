import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { history } from "#lib/audit/history";
import { PreviewRuleInput, previewRule, type RulePreview } from "#lib/catalogue/change-rules";
import { ruleChoices } from "#lib/catalogue/rules";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../../../ui/address.ts";
import { ButtonLink } from "../../../../ui/button-link.tsx";
import { Card } from "../../../../ui/card.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { LEVEL_WORDS } from "../../../../ui/words.ts";
import { DeskForm } from "../../../desk-form.tsx";
import { HistoryCard } from "../../../history-card.tsx";
import { removeTheRule, saveTheRule } from "../../actions.ts";
import { RuleFields } from "../rule-fields.tsx";
import { PriceChanges } from "./price-changes.tsx";

export const metadata: Metadata = { title: "What changes" };

/** Every price that a rule, or its removal, would change; saved from here, as it was seen. */
export default async function PreviewPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const seen = await look(ctx, query);
  if ("wrong" in seen) {
    return (
      <>
        <PageHeader title="A price rule" back={{ href: "/admin/catalogue/rules", label: "Price rules" }} />
        <Card className="max-w-2xl">
          <RuleFields choices={await ruleChoices(ctx)} query={query} wrong={seen.wrong} />
        </Card>
      </>
    );
  }
  const { rule, before, prices, version } = seen;
  const past = await history(ctx, { subject: "price rule", subjectId: rule.subject });
  const removing = query.ruleId !== undefined;
  const { networkId, typeId, planId, level, kind, value } = rule;
  const scope = {
    networkId: networkId ?? "",
    typeId: typeId ?? "",
    planId: planId ?? "",
    level: level ?? "",
  };
  const who = level ? LEVEL_WORDS[level] : "every level";
  return (
    <>
      <PageHeader
        title={removing ? `Remove ${rule.markup} for ${rule.what}` : `${rule.what} ${rule.markup}`}
        lead={`For ${who}.${before && !removing ? ` In place of ${before}.` : ""}`}
        back={{ href: "/admin/catalogue/rules", label: "Price rules" }}
      >
        {!removing && (
          <ButtonLink variant="secondary" href={address("/admin/catalogue/rules", query)}>
            Change it
          </ButtonLink>
        )}
      </PageHeader>
      <div className="grid items-start gap-5 2xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card
          title={removing ? "Remove the rule" : "Save the rule"}
          className="2xl:sticky 2xl:top-6 2xl:order-last"
        >
          <DeskForm
            needs="prices"
            id="rule"
            action={removing ? removeTheRule : saveTheRule}
            hidden={removing ? { ruleId: rule.id, seen: version } : { ...scope, kind, value, seen: version }}
            whyHint="Prices change at once. Who still sees an old price is asked again before buying."
            submit={removing ? "Remove" : "Save"}
            look={{ variant: removing ? "danger" : "primary" }}
          />
        </Card>
        <div className="grid min-w-0 gap-5">
          <PriceChanges prices={prices} />
          <HistoryCard title="This rule before" records={past} />
        </div>
      </div>
    </>
  );
}

/** The preview, or what is wrong with what was asked. */
async function look(ctx: Ctx, query: Query): Promise<RulePreview | { wrong: Record<string, string> }> {
  try {
    const input = ruleQuery(query);
    return "wrong" in input ? input : await previewRule(ctx, input);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.code === "not_found") notFound();
    return {
      wrong: Object.fromEntries(Object.entries(error.fields).map(([name, words]) => [name, words.join(" ")])),
    };
  }
}

/** A rule as the form's address names it; its place is "1" for a network, "1 4" for a type of it. */
function ruleQuery(query: Query): PreviewRuleInput | { wrong: Record<string, string> } {
  const { place, ...rest } = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, [value].flat()[0]]),
  );
  const [networkId = "", typeId = ""] = (place ?? "").split(" ");
  const where = rest.planId ? { networkId: "", typeId: "" } : { networkId, typeId };
  const read = PreviewRuleInput.safeParse({ ...rest, ...where });
  if (read.success) return read.data;
  return { wrong: rest.value ? { planId: "There is no such plan." } : { value: "Say how much." } };
}
