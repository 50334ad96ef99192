import { addShopRuleAction, removeShopRuleAction } from "#app/(reseller)/shop/actions.ts";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { RowButton, SubmitButton } from "#app/ui/form/submit-button";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatPercent } from "#lib/core/money/markup";
import { formatMoney } from "#lib/core/money/money";
import type { PriceListView } from "#lib/shop/price-list";

type Rule = PriceListView["rules"][number];

/** The markups, the widest first. The narrowest that matches a plan applies. */
export function ShopRuleList({ list }: { list: PriceListView }) {
  const { rules } = list;
  if (rules.length === 0)
    return (
      <p className="p-4 text-muted md:px-5">
        No markups yet. Customers pay your price. Add a markup to earn a profit.
      </p>
    );
  return (
    <RowList label="Markups">
      {rules.map((rule) => {
        const scope = formatScope(rule, list);
        return (
          <ListRow
            key={rule.id}
            title={scope}
            value={formatRuleAmount(rule)}
            state={
              <ActionForm id={`rule-${rule.id}`} action={removeShopRuleAction} hidden={{ id: rule.id }}>
                <FormStatus />
                <RowButton aria-label={`Remove ${scope}`}>Remove</RowButton>
              </ActionForm>
            }
          />
        );
      })}
    </RowList>
  );
}

function formatScope({ networkId, typeName, planId }: Rule, { networks, plans }: PriceListView): string {
  if (planId !== null) {
    const plan = plans.find((candidate) => candidate.planId === planId);
    return plan ? `${formatPlanName(plan)}, ${plan.validity}` : "A plan that isn’t for sale";
  }
  const network =
    networks.find(({ id }) => id === networkId)?.name ?? (networkId === null ? null : "Another network");
  return [network, typeName].filter(Boolean).join(" ") || "All plans";
}

function formatRuleAmount({ kind, value }: Rule): string {
  return kind === "flat" ? `+ ${formatMoney(value)}` : `+ ${formatPercent(value)} %`;
}

interface Props {
  networks: { id: number; name: string }[];
  types: string[];
}

/** Adds a markup for all plans, a network, a type, or a type of one network. */
export function ShopRuleForm({ networks, types }: Props) {
  return (
    <ActionForm action={addShopRuleAction} permalink="/shop/prices?open=markup">
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Network"
          name="networkId"
          empty="All"
          options={networks.map(({ id, name }) => ({ value: String(id), label: name }))}
          defaultValue=""
        />
        <Select
          label="Type"
          name="typeName"
          empty="All"
          options={types.map((name) => ({ value: name, label: name }))}
          defaultValue=""
        />
        <Input label="Markup" name="value" inputMode="decimal" required />
        <Select
          label="Unit"
          name="kind"
          options={[
            { value: "percent", label: "Percent" },
            { value: "flat", label: "Amount" },
          ]}
          defaultValue="percent"
        />
      </div>
      <FormStatus />
      <SubmitButton variant="secondary">Save markup</SubmitButton>
    </ActionForm>
  );
}
