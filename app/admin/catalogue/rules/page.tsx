import { CatalogueTabs } from "#app/admin/tabs";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { Percent } from "#app/ui/icon/icons.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import { actionsColumn, type Column, DataTable } from "#app/ui/list/data-table";
import { EmptyCard } from "#app/ui/list/list-page";
import { PageHeader } from "#app/ui/page/page-header";
import {
  getPriceRuleChoices,
  listPriceRules,
  type PriceRuleView,
} from "#lib/catalogue/price/list-price-rules";
import { requireAdminPage } from "#lib/request/actor";
import { PriceRuleFields } from "./price-rule-fields.tsx";

export const metadata = { title: "Price rules" };

export default async function RulesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const [all, choices] = await Promise.all([listPriceRules(ctx), getPriceRuleChoices(ctx)]);
  return (
    <>
      <PageHeader
        title="Price rules"
        lead="A price rule adds a markup to the cost. Without one, the listed price applies; at your own level, that is the cost."
        tabs={<CatalogueTabs here="/admin/catalogue/rules" />}
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {all.length === 0 ? (
          <EmptyCard
            icon={Percent}
            title="No price rules yet"
            text="Every level pays the listed price. Start with one rule for all plans, for example 5%."
          />
        ) : (
          <RuleList rules={all} />
        )}
        <Card title="New price rule">
          <PriceRuleFields choices={choices} query={query} />
        </Card>
      </div>
    </>
  );
}

function RuleList({ rules }: { rules: readonly PriceRuleView[] }) {
  return (
    <div className="grid gap-2">
      <DataTable caption="Price rules" dense columns={COLUMNS} rows={rules} rowKey={({ id }) => id} />
      <p className="px-1 text-muted text-sm">
        The narrowest rule that matches sets the price: a plan’s rule before its type’s, and a type’s before
        its network’s.
      </p>
    </div>
  );
}

const COLUMNS: Column<PriceRuleView>[] = [
  { head: "For", phone: "title", cell: ({ what }) => <span className="font-medium">{what}</span> },
  {
    head: "Level",
    phone: "note",
    cell: ({ level }) => (
      <span className="whitespace-nowrap">{level ? LEVEL_LABELS[level] : "All levels"}</span>
    ),
  },
  {
    head: "Markup",
    align: "end",
    phone: "value",
    cell: ({ markup }) => <span className="whitespace-nowrap font-medium">{markup}</span>,
  },
  actionsColumn((rule) => (
    <span className="inline-flex gap-1">
      <ButtonLink
        size="sm"
        variant="quiet"
        href={buildHref("/admin/catalogue/rules", toRuleQuery(rule))}
        aria-label={`Edit ${formatRuleName(rule)}`}
      >
        Edit
      </ButtonLink>
      <ButtonLink
        size="sm"
        variant="quiet"
        href={`/admin/catalogue/rules/preview?ruleId=${rule.id}`}
        aria-label={`Remove ${formatRuleName(rule)}`}
      >
        Remove
      </ButtonLink>
    </span>
  )),
];

const formatRuleName = ({ what, level }: PriceRuleView) => (level ? `${what}, ${LEVEL_LABELS[level]}` : what);

function toRuleQuery({ networkId, typeId, planId, level, kind, value }: PriceRuleView) {
  const text = (id: number | null) => (id === null ? "" : String(id));
  return {
    place: networkId === null ? "" : `${networkId} ${text(typeId)}`.trim(),
    planId: text(planId),
    level: level ?? "",
    kind,
    value,
  };
}
