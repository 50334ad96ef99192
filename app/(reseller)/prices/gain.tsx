import { cx } from "#app/ui/cx.ts";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { PageLink } from "#app/ui/page/page-link";
import { LINK_ROW_CLASS, ROW_PADDING_CLASS, SettingsGroup, SettingsRow } from "#app/ui/settings-row";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMarkupField, formatPercent } from "#lib/core/money/markup";
import { formatMoney } from "#lib/core/money/money";
import type { Audience } from "#lib/core/price-list/stored-price-list";
import type { PriceListView } from "#lib/price-list/get-price-list";
import { ROUNDINGS, toRounding } from "#lib/price-list/rounding";
import { removeMarkupAction, saveMarkupAction, setRoundingAction } from "./actions.ts";
import { PRICE_LISTS } from "./price-lists.ts";

type List = NonNullable<PriceListView["list"]>;
type Rule = List["rules"][number];
type Markup = Rule & { kind: "flat" | "percent" };

const isMarkup = (rule: Rule): rule is Markup => rule.planId === null && rule.kind !== "fixed";

const UNIT_LABELS = { percent: "%", flat: "Amount" };

/** The first choice: one markup on every plan. */
export function GainForm({ audience, value = "10" }: { audience: Audience; value?: string }) {
  return (
    <ActionForm id="gain" action={saveMarkupAction} hidden={{ audience }} className="gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Input label="Add to your price" name="value" inputMode="decimal" required defaultValue={value} />
        <Select label="Unit" name="kind" options={UNIT_LABELS} defaultValue="percent" />
      </div>
      <FormStatus />
      <SubmitButton>Set prices</SubmitButton>
    </ActionForm>
  );
}

interface Props {
  audience: Audience;
  list: List;
  plans: PriceListView["all"];
  networks: PriceListView["networks"];
  types: readonly string[];
  /** The name of the row to open. */
  open: string | undefined;
}

/** The markups of a price list, each with its form, and its rounding. The narrowest applies. */
export function GainSettings({ audience, list, plans, networks, types, open }: Props) {
  const markups = list.rules.filter(isMarkup);
  const { path } = PRICE_LISTS[audience];
  return (
    <Disclosure title={`Your gain: ${formatGain(list)}`} open={open !== undefined}>
      <SettingsGroup title="Added to your price and rounded up">
        {markups.map((rule) => (
          <SettingsRow
            key={rule.id}
            name={`rule-${rule.id}`}
            title={formatScope(rule, networks)}
            value={formatAmount(rule)}
            open={open}
          >
            <div className={cx("grid gap-2", ROW_PADDING_CLASS)}>
              <EditMarkupForm audience={audience} rule={rule} />
              <RemoveMarkupForm audience={audience} rule={rule} isLast={markups.length === 1} />
            </div>
          </SettingsRow>
        ))}
        <SettingsRow
          name="markup"
          title={markups.length === 0 ? "Add a gain" : "Another network or type"}
          open={open}
        >
          <div className={ROW_PADDING_CLASS}>
            <AddMarkupForm audience={audience} networks={networks} types={types} />
          </div>
        </SettingsRow>
        <RoundingRow audience={audience} rounding={list.rounding} open={open} />
        {list.rules
          .filter((rule) => !isMarkup(rule))
          .map((rule) => (
            <PageLink key={rule.id} href={`${path}/${rule.planId}`} className={LINK_ROW_CLASS}>
              <span className="font-medium">{formatPlan(rule, plans)}</span>
              <span className="min-w-0 flex-1 truncate text-right text-muted">{formatAmount(rule)}</span>
            </PageLink>
          ))}
      </SettingsGroup>
    </Disclosure>
  );
}

/** Formats the gain on all plans, with the count of exceptions. */
export function formatGain({ rules }: Pick<List, "rules">): string {
  const all = rules
    .filter(isMarkup)
    .find(({ networkId, typeName }) => networkId === null && typeName === null);
  const count = rules.length - (all ? 1 : 0);
  const more = count === 1 ? "1 exception" : `${count} exceptions`;
  return [all ? formatAmount(all) : `+ ${formatMoney(0n)}`, count > 0 && more].filter(Boolean).join(", ");
}

interface MarkupProps {
  audience: Audience;
  rule: Markup;
}

function EditMarkupForm({ audience, rule: { id, networkId, typeName, kind, value } }: MarkupProps) {
  return (
    <ActionForm
      id={`rule-${id}`}
      action={saveMarkupAction}
      hidden={{ audience, networkId: networkId ?? "", typeName: typeName ?? "" }}
      permalink={`${PRICE_LISTS[audience].path}?open=rule-${id}`}
    >
      <div className="grid grid-cols-2 gap-3">
        <Input
          label="New gain"
          name="value"
          inputMode="decimal"
          required
          defaultValue={formatMarkupField({ kind, value })}
        />
        <Select label="Unit" name="kind" options={UNIT_LABELS} defaultValue={kind} />
      </div>
      <FormStatus />
      <SubmitButton variant="secondary">Save gain</SubmitButton>
    </ActionForm>
  );
}

/** Removes a markup after a step that says what they pay then. */
function RemoveMarkupForm({ audience, rule: { id }, isLast }: MarkupProps & { isLast: boolean }) {
  const { payers } = PRICE_LISTS[audience];
  return (
    <Disclosure title="Remove this gain">
      <ActionForm id={`remove-${id}`} action={removeMarkupAction} hidden={{ audience, id }} className="gap-3">
        <FormStatus />
        <p>
          {isLast
            ? `${payers} will pay your price, and you keep ${formatMoney(0n)}.`
            : `${payers} will pay by the next wider gain. Without one, they pay your price.`}
        </p>
        <SubmitButton variant="danger">Remove gain</SubmitButton>
      </ActionForm>
    </Disclosure>
  );
}

function AddMarkupForm({ audience, networks, types }: Pick<Props, "audience" | "networks" | "types">) {
  return (
    <ActionForm
      action={saveMarkupAction}
      hidden={{ audience }}
      permalink={`${PRICE_LISTS[audience].path}?open=markup`}
    >
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
        <Input label="Gain" name="value" inputMode="decimal" required />
        <Select label="Unit" name="kind" options={UNIT_LABELS} defaultValue="percent" />
      </div>
      <FormStatus />
      <SubmitButton variant="secondary">Save gain</SubmitButton>
    </ActionForm>
  );
}

interface RoundingProps {
  audience: Audience;
  rounding: bigint;
  open: string | undefined;
}

function RoundingRow({ audience, rounding, open }: RoundingProps) {
  const chosen = ROUNDINGS.find((units) => toRounding(units) === rounding) ?? 0;
  const options = ROUNDINGS.map((units) => ({
    value: String(units),
    label: units === 0 ? "No rounding" : `Next ${units}`,
  }));
  return (
    <SettingsRow
      name="rounding"
      title="Rounding"
      value={options.find(({ value }) => value === String(chosen))?.label}
      open={open}
    >
      <ActionForm
        action={setRoundingAction}
        hidden={{ audience }}
        permalink={`${PRICE_LISTS[audience].path}?open=rounding`}
        className={cx("gap-4", ROW_PADDING_CLASS)}
      >
        <Select label="Round prices up to" name="rounding" options={options} defaultValue={String(chosen)} />
        <FormStatus />
        <SubmitButton variant="secondary">Save rounding</SubmitButton>
      </ActionForm>
    </SettingsRow>
  );
}

function formatScope({ networkId, typeName }: Rule, networks: Props["networks"]): string {
  const network =
    networks.find(({ id }) => id === networkId)?.name ?? (networkId === null ? null : "Another network");
  return [network, typeName].filter(Boolean).join(" ") || "All plans";
}

function formatPlan({ planId }: Rule, plans: Props["plans"]): string {
  const plan = plans.find(({ id }) => id === planId);
  return plan ? `${formatPlanName(plan)}, ${plan.validity}` : "A plan that isn’t for sale";
}

function formatAmount({ kind, value }: Rule): string {
  if (kind === "percent") return `+ ${formatPercent(value)}%`;
  return kind === "flat" ? `+ ${formatMoney(value)}` : formatMoney(value);
}
