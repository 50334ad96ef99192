import { Percent } from "lucide-react";
import type { Metadata } from "next";
import { type RuleView, ruleChoices, rules } from "#lib/catalogue/rules";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../../ui/address.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { LEVEL_WORDS } from "../../../ui/words.ts";
import { CatalogueTabs } from "../tabs.tsx";
import { RuleFields } from "./rule-fields.tsx";

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

/** The rules, narrowest first: the first that fits a plan and level sets its price. */
function RuleList({ rules }: { rules: readonly RuleView[] }) {
  return (
    <div className="grid gap-2">
      <DataTable caption="Price rules" dense columns={COLUMNS} rows={rules} rowKey={({ id }) => id} />
      <p className="px-1 text-muted text-sm">
        The narrowest rule that fits a plan and level sets its price: a plan's before a type's before a
        network's.
      </p>
    </div>
  );
}

const COLUMNS: Column<RuleView>[] = [
  {
    key: "what",
    head: "For",
    phone: "title",
    cell: ({ what }) => <span className="font-medium">{what}</span>,
  },
  {
    key: "level",
    head: "Level",
    phone: "note",
    cell: ({ level }) => (
      <span className="whitespace-nowrap">{level ? LEVEL_WORDS[level] : "Every level"}</span>
    ),
  },
  {
    key: "markup",
    head: "On the cost",
    align: "end",
    phone: "value",
    cell: ({ markup }) => <span className="whitespace-nowrap font-medium">{markup}</span>,
  },
  {
    key: "acts",
    head: "Change",
    headHidden: true,
    align: "end",
    phone: "state",
    cell: (rule) => (
      <span className="inline-flex gap-1">
        <ButtonLink
          size="sm"
          variant="quiet"
          href={address("/admin/catalogue/rules", fieldsOf(rule))}
          aria-label={`Change ${nameOf(rule)}`}
        >
          Change
        </ButtonLink>
        <ButtonLink
          size="sm"
          variant="quiet"
          href={`/admin/catalogue/rules/preview?ruleId=${rule.id}`}
          aria-label={`Remove ${nameOf(rule)}`}
        >
          Remove
        </ButtonLink>
      </span>
    ),
  },
];

const nameOf = ({ what, level }: RuleView) => (level ? `${what}, ${LEVEL_WORDS[level]}` : what);

function fieldsOf({ networkId, typeId, planId, level, kind, value }: RuleView) {
  const text = (id: number | null) => (id === null ? "" : String(id));
  return {
    place: networkId === null ? "" : `${networkId} ${text(typeId)}`.trim(),
    planId: text(planId),
    level: level ?? "",
    kind,
    value,
  };
}
