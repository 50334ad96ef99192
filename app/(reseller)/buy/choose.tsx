"use client";

import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { Notice } from "../../ui/notice.tsx";
import { NetworkChoice, PlanChoice, TypeChoice } from "./choices.tsx";
import { focusOn, goOn, tapped } from "./go-on.ts";
import { NumberField } from "./number-field.tsx";
import type { NetworkOption } from "./options.ts";
import { PickBar } from "./pick-bar.tsx";
import type { Pick, Step } from "./step.ts";
import { useFocus } from "./use-focus.ts";
import { usePick } from "./use-pick.ts";
import { WithoutScript } from "./without-script.tsx";

interface Props {
  step: Step;
  networks: readonly NetworkOption[];
  numbers: readonly { phone: string; network: string }[];
  example: string;
  send: (form: FormData) => void;
  pending: boolean;
  /** What the reader came back from the review for. */
  change: keyof Pick | null;
}

/** Network, type, plan and number under one another. Enter goes on to the next; the arrows walk within. */
export function Choose({ step, networks, numbers, example, send, pending, change }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { pick, network, type, plan, choose } = usePick(networks, step.pick, form);
  const [errors, setErrors] = useState(step.errors);
  const [told, setTold] = useState(step);
  if (told !== step) {
    setTold(step);
    setErrors(step.errors);
  }
  useFocus(form, step.errors, change);

  const chosen = <K extends keyof Pick>(name: K, value: string) => {
    choose[name](value);
    setErrors({});
  };
  const check = (event: FormEvent) => {
    const missing = !network ? "network" : !plan ? "plan" : pick.phone.trim() ? undefined : "phone";
    if (!missing && !pending) return;
    event.preventDefault();
    if (!missing) return;
    setErrors({ [missing]: MISSING[missing] });
    focusOn(form.current, missing);
  };
  const keys = (event: KeyboardEvent<HTMLFormElement>) => goOn(event, chosen);

  return (
    <form
      ref={form}
      action={send}
      onSubmit={check}
      onReset={(event) => event.preventDefault()}
      onKeyDown={keys}
      onClick={tapped}
      noValidate
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-8"
    >
      <WithoutScript part="default" />
      <input type="hidden" name="ref" value={step.ref} />
      <input type="hidden" name="seen" value={plan?.minor ?? ""} />
      <div className="grid min-w-0 gap-5">
        <div aria-live="polite" className="empty:hidden">
          {step.notice && <Notice kind="error">{step.notice}</Notice>}
        </div>
        <NetworkChoice
          options={networks}
          value={pick.network}
          onChoose={(id) => chosen("network", id)}
          error={errors.network}
        />
        {!network && <p className="text-muted">Choose a network to see its plans at your price.</p>}
        {network && (
          <TypeChoice options={network.types} value={type?.id ?? ""} onChoose={(id) => chosen("type", id)} />
        )}
        <WithoutScript part="plans" />
        {type && (
          <PlanChoice
            options={type.plans}
            value={plan?.id ?? ""}
            onChoose={(id) => chosen("plan", id)}
            error={errors.plan}
          />
        )}
        {type && (
          <NumberField
            value={pick.phone}
            onType={(text) => chosen("phone", text)}
            onPick={(text) => {
              chosen("phone", text);
              if (plan) requestAnimationFrame(() => form.current?.requestSubmit());
            }}
            numbers={numbers}
            example={example}
            error={errors.phone}
          />
        )}
      </div>
      {type && <PickBar network={network} type={type} plan={plan} />}
    </form>
  );
}

const MISSING = {
  network: "Choose a network.",
  plan: "Choose a plan.",
  phone: "Type the number that gets the data.",
};
