"use client";

import { type ReactNode, useActionState } from "react";
import { Checkbox, Radio } from "../../../../ui/checkbox.tsx";
import { Form, FormAnswer } from "../../../../ui/form.tsx";
import { Input } from "../../../../ui/input.tsx";
import { SubmitButton } from "../../../../ui/submit-button.tsx";
import { priceOne } from "../actions.ts";

type Pricing = "rules" | "percent" | "flat" | "fixed";

const OWN = [
  { pricing: "percent", label: "Add per cent", field: "Per cent on top of your price" },
  { pricing: "flat", label: "Add money", field: "Amount on top of your price" },
  { pricing: "fixed", label: "Fixed price", field: "What customers pay" },
] as const;

interface Props {
  planId: number;
  networkId: number;
  /** How it is priced now, and with which number, as typed. */
  pricing: Pricing;
  value: string;
  hidden: boolean;
}

/** How one plan is priced: by the shop's rules, or by a markup or a price of its own. */
export function PlanForm({ planId, networkId, pricing, value, hidden }: Props) {
  const [state, send] = useActionState(priceOne, null);
  // The number is one field to the verb, and here one for each way to price.
  const refused = state !== null && !state.ok ? state : undefined;
  const chosen = refused?.values.pricing ?? pricing;
  return (
    <Form state={state} action={send} hidden={{ planId, networkId }} className="gap-5">
      <fieldset>
        <legend className="mb-2 font-medium text-sm">How it is priced</legend>
        <div className="divide-y divide-line rounded-lg border border-line bg-surface">
          <Way pricing="rules" label="By my rules" now={pricing} />
          {OWN.map((way) => (
            <Way key={way.pricing} {...way} now={pricing}>
              <Input
                label={way.field}
                name={way.pricing}
                inputMode="decimal"
                defaultValue={way.pricing === pricing ? value : ""}
                error={chosen === way.pricing ? refused?.fields.value?.join(" ") : undefined}
                hint={way.pricing === "fixed" ? "It stays, whatever you pay." : undefined}
              />
            </Way>
          ))}
        </div>
      </fieldset>
      <Checkbox name="hidden" value="yes" label="Do not show it in the shop" defaultChecked={hidden} />
      <FormAnswer />
      <SubmitButton size="lg">Save</SubmitButton>
    </Form>
  );
}

/** One way to price; what it needs opens when it is chosen. */
function Way({
  pricing,
  label,
  now,
  children,
}: {
  pricing: Pricing;
  label: string;
  now: Pricing;
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
