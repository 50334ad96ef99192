import { addShopRuleAction, removeShopRuleAction } from "#app/(reseller)/shop/actions.ts";
import { ButtonLink } from "#app/ui/button-link";
import { cx } from "#app/ui/cx.ts";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { ROW_PADDING_CLASS, SettingsRow } from "#app/ui/settings-row";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatPercent } from "#lib/core/money/markup";
import { formatMoney, formatMoneyField } from "#lib/core/money/money";
import type { PriceListView } from "#lib/shop/price-list";

type Rule = PriceListView["rules"][number];

interface ListProps {
  list: PriceListView;
  /** The name of the row to open. */
  open: string | undefined;
}

/** The markups, the widest first, each with its form. The narrowest that matches a plan applies. */
export function ShopRuleList({ list, open }: ListProps) {
  const { rules } = list;
  if (rules.length === 0)
    return (
      <p className="p-4 text-muted md:px-5">
        No markups yet. Customers pay your price. Add a markup to earn a profit.
      </p>
    );
  return (
    <ul aria-label="Markups" className="divide-y divide-line">
      {rules.map((rule) => (
        <li key={rule.id}>
          <SettingsRow
            name={`rule-${rule.id}`}
            title={formatScope(rule, list)}
            value={formatRuleAmount(rule)}
            open={open}
          >
            <div className={cx("grid gap-2", ROW_PADDING_CLASS)}>
              {rule.planId === null ? (
                <EditRuleForm rule={rule} />
              ) : (
                <ButtonLink href={`/shop/prices/${rule.planId}`} variant="secondary">
                  Edit price
                </ButtonLink>
              )}
              <RemoveRuleForm rule={rule} isLast={rules.length === 1} />
            </div>
          </SettingsRow>
        </li>
      ))}
    </ul>
  );
}

const UNIT_LABELS = { percent: "Percent", flat: "Amount" };

function EditRuleForm({ rule: { id, networkId, typeName, kind, value } }: { rule: Rule }) {
  return (
    <ActionForm
      id={`rule-${id}`}
      action={addShopRuleAction}
      hidden={{ networkId: networkId ?? "", typeName: typeName ?? "" }}
      permalink={`/shop/prices?open=rule-${id}`}
    >
      <div className="grid grid-cols-2 gap-3">
        <Input
          label="New markup"
          name="value"
          inputMode="decimal"
          required
          defaultValue={kind === "flat" ? formatMoneyField(value) : formatPercent(value)}
        />
        <Select label="Unit" name="kind" options={UNIT_LABELS} defaultValue={kind} />
      </div>
      <FormStatus />
      <SubmitButton variant="secondary">Save markup</SubmitButton>
    </ActionForm>
  );
}

/** Removes a markup after a step that says what customers pay then. */
function RemoveRuleForm({ rule: { id }, isLast }: { rule: Rule; isLast: boolean }) {
  return (
    <Disclosure title="Remove this markup">
      <ActionForm id={`remove-${id}`} action={removeShopRuleAction} hidden={{ id }} className="gap-3">
        <FormStatus />
        <p>
          {isLast
            ? `Customers will pay your price, and you keep ${formatMoney(0n)}.`
            : "Customers will pay by the next wider markup. Without one, they pay your price."}
        </p>
        <SubmitButton variant="danger">Remove markup</SubmitButton>
      </ActionForm>
    </Disclosure>
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
  return kind === "flat" ? `+ ${formatMoney(value)}` : `+ ${formatPercent(value)}%`;
}

interface Props {
  networks: { id: number; name: string }[];
  types: string[];
}

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
        <Select label="Unit" name="kind" options={UNIT_LABELS} defaultValue="percent" />
      </div>
      <FormStatus />
      <SubmitButton variant="secondary">Save markup</SubmitButton>
    </ActionForm>
  );
}
