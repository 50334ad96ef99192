"use client";

import { type ReactNode, useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../../../ui/form-message.tsx";
import { Input } from "../../../../ui/input.tsx";
import { SubmitButton } from "../../../../ui/submit-button.tsx";
import { useFirstError } from "../../../../ui/use-first-error.ts";
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
  const { message, error, typed } = shown(state);
  const chosen = typed("pricing") ?? pricing;
  const refused = state !== null && !state.ok;
  return (
    <form ref={useFirstError(state)} action={send} className="flex flex-col gap-5" noValidate>
      <input type="hidden" name="planId" value={planId} />
      <input type="hidden" name="networkId" value={networkId} />
      <fieldset>
        <legend className="mb-2 font-medium text-sm">How it is priced</legend>
        <div className="divide-y divide-line rounded-lg border border-line bg-surface">
          <Way pricing="rules" label="By my rules" chosen={chosen} />
          {OWN.map((way) => (
            <Way key={way.pricing} {...way} chosen={chosen}>
              <Input
                label={way.field}
                name={way.pricing}
                inputMode="decimal"
                defaultValue={typed(way.pricing) ?? (way.pricing === pricing ? value : "")}
                error={chosen === way.pricing ? error("value") : undefined}
                hint={way.pricing === "fixed" ? "It stays, whatever you pay." : undefined}
              />
            </Way>
          ))}
        </div>
      </fieldset>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="hidden"
          value="yes"
          defaultChecked={refused ? typed("hidden") === "yes" : hidden}
          className="size-5 accent-accent"
        />
        Do not show it in the shop
      </label>
      <FormMessage error={message} />
      <SubmitButton size="lg">Save</SubmitButton>
    </form>
  );
}

/** One way to price; what it needs opens when it is chosen. */
function Way({
  pricing,
  label,
  chosen,
  children,
}: {
  pricing: Pricing;
  label: string;
  chosen: string;
  children?: ReactNode;
}) {
  return (
    <div className="group px-4 py-1">
      <label className="flex min-h-11 items-center gap-3 font-medium">
        <input
          type="radio"
          name="pricing"
          value={pricing}
          defaultChecked={pricing === chosen}
          className="size-5 accent-accent"
        />
        {label}
      </label>
      {children && (
        <div className="hidden pt-1 pb-4 group-has-[input[type=radio]:checked]:block">{children}</div>
      )}
    </div>
  );
}
