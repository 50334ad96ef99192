import { percentText } from "#lib/core/markup";
import { formatMoney } from "#lib/core/money";
import type { PriceListView } from "#lib/shop/price-list";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { List, Row } from "../../../ui/row.tsx";
import { Select } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { addRule } from "./actions.ts";
import { DropRule } from "./drop-rule.tsx";

type Rule = PriceListView["rules"][number];

/** The markups, the widest first; the narrowest that fits a plan counts. */
export function Rules({ list }: { list: PriceListView }) {
  const { rules } = list;
  if (rules.length === 0) return <p className="text-muted">Nothing yet: customers pay what you pay.</p>;
  return (
    <div className="-mx-4 -mt-3 md:-mx-5">
      <List label="What you add">
        {rules.map((rule) => {
          const scope = scopeOf(rule, list);
          return (
            <Row
              key={rule.id}
              title={scope}
              value={amountOf(rule)}
              state={<DropRule id={rule.id} scope={scope} />}
            />
          );
        })}
      </List>
    </div>
  );
}

function scopeOf({ networkId, typeName, planId }: Rule, { networks, plans }: PriceListView): string {
  if (planId !== null) {
    const plan = plans.find((one) => one.planId === planId);
    return plan
      ? `${plan.networkName} ${plan.size} ${plan.volume} · ${plan.validity}`
      : "A plan that is not sold now";
  }
  const network =
    networks.find(({ id }) => id === networkId)?.name ?? (networkId === null ? null : "Another network");
  return [network, typeName].filter(Boolean).join(" ") || "Everything";
}

function amountOf({ kind, value }: Rule): string {
  return kind === "flat" ? `+ ${formatMoney(value)}` : `+ ${percentText(value)} %`;
}

interface Props {
  networks: { id: number; name: string }[];
  types: string[];
}

/** A markup for everything, a network, a type, or a type of one network. */
export function RuleForm({ networks, types }: Props) {
  return (
    <ActionForm action={addRule}>
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
        <Input label="Add to your price" name="value" inputMode="decimal" required />
        <Select
          label="As"
          name="kind"
          options={[
            { value: "percent", label: "Per cent" },
            { value: "flat", label: "Money" },
          ]}
          defaultValue="percent"
        />
      </div>
      <FormAnswer />
      <SubmitButton variant="secondary">Save markup</SubmitButton>
    </ActionForm>
  );
}
