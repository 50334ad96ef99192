import type { RuleView } from "#lib/catalogue/rules";
import { address } from "../../../ui/address.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { LEVEL_WORDS } from "../../../ui/level-words.ts";

/** The rules, narrowest first: the first that fits a plan and level sets its price. */
export function RuleList({ rules }: { rules: readonly RuleView[] }) {
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
