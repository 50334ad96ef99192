import { Percent } from "lucide-react";
import type { Metadata } from "next";
import { ruleChoices, rules } from "#lib/catalogue/rules";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { CatalogueTabs } from "../tabs.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { RuleList } from "./rule-list.tsx";

export const metadata: Metadata = { title: "Price rules" };

/** The markups on the cost, in the order in which they win, and the way to a new one. */
export default async function RulesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const [all, choices] = await Promise.all([rules(ctx), ruleChoices(ctx)]);
  return (
    <>
      <PageHeader
        title="Catalogue"
        lead="A rule sets prices by adding to the cost. Without one the upstream's own prices hold."
      />
      <CatalogueTabs here="/admin/catalogue/rules" />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {all.length === 0 ? (
          <Card>
            <EmptyState icon={Percent} title="No price rules yet">
              Every level pays the upstream's own price. A first rule for every plan, such as 5 %, is a good
              start.
            </EmptyState>
          </Card>
        ) : (
          <RuleList rules={all} />
        )}
        <Card title="A new rule, or another markup">
          <RuleFields choices={choices} query={query} />
        </Card>
      </div>
    </>
  );
}
