"use client";

import type { ReactNode } from "react";
import { savePlanPriceAction } from "#app/(reseller)/prices/actions.ts";
import { Checkbox, Radio } from "#app/ui/form/checkbox";
import { Form, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import type { Audience } from "#lib/core/price-list/stored-price-list";
import type { PlanPricing } from "#lib/price-list/save-plan-price";

const PRICING_OPTIONS = [
  { pricing: "percent", label: "Its own percentage", field: "Gain (%)" },
  { pricing: "flat", label: "Its own amount", field: "Gain" },
  { pricing: "fixed", label: "Fixed price", field: "Selling price" },
] as const;

interface Props {
  audience: Audience;
  planId: number;
  networkId: number;
  /** The current pricing and its value as text. */
  pricing: PlanPricing;
  value: string;
  hidden: boolean;
}

/** Sets the pricing of one plan: the wider markups, its own markup or a fixed price. */
export function PlanPriceForm({ audience, planId, networkId, pricing, value, hidden }: Props) {
  const [state, send] = useFormAction(savePlanPriceAction, null);
  // The service function has one value; the form has a field for each pricing.
  const rejected = state !== null && !state.ok ? state : undefined;
  const chosen = rejected?.values.pricing ?? pricing;
  return (
    <Form state={state} action={send} hidden={{ audience, planId, networkId }} className="gap-5">
      <fieldset>
        <legend className="mb-2 font-medium text-sm">Pricing</legend>
        <div className="divide-y divide-line rounded-lg border border-line bg-surface">
          <PricingOption pricing="list" label="As other plans" now={pricing} />
          {PRICING_OPTIONS.map((option) => (
            <PricingOption key={option.pricing} {...option} now={pricing}>
              <Input
                label={option.pricing === "fixed" && audience === "agents" ? "Agents’ price" : option.field}
                name={option.pricing}
                inputMode="decimal"
                defaultValue={option.pricing === pricing ? value : ""}
                error={chosen === option.pricing ? rejected?.fields.value?.join(" ") : undefined}
                hint={option.pricing === "fixed" ? "It stays the same when your price changes." : undefined}
              />
            </PricingOption>
          ))}
        </div>
      </fieldset>
      {audience === "customers" && (
        <Checkbox name="hidden" value="yes" label="Hide in shop and images" defaultChecked={hidden} />
      )}
      <FormStatus />
      <SubmitButton size="lg">Save</SubmitButton>
    </Form>
  );
}

/** One pricing option; its field opens when it is selected. */
function PricingOption({
  pricing,
  label,
  now,
  children,
}: {
  pricing: PlanPricing;
  label: string;
  now: PlanPricing;
  children?: ReactNode;
}) {
  return (
    <div className="group px-4 py-1">
      <Radio
        name="pricing"
        value={pricing}
        defaultChecked={pricing === now}
        label={label}
        className="font-medium"
      />
      {children && (
        <div className="hidden pt-1 pb-4 group-has-[input[type=radio]:checked]:block">{children}</div>
      )}
    </div>
  );
}
