"use client";

import { ArrowRight } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { PlainIcon } from "#app/ui/plain-icon";
import { NetworkChoice, PlanChoice, TypeChoice } from "./choices.tsx";
import { NumberField, type PhoneHints } from "./number-field.tsx";
import type { NetworkOption, PlanOption, TypeOption } from "./options.ts";
import type { BuySelection, BuyStep } from "./review-step.ts";
import {
  advanceOnEnter,
  focusField,
  focusPhoneAfterTap,
  useBuySelection,
  useStepFocus,
} from "./use-buy-selection.ts";

interface Props {
  step: BuyStep;
  networks: readonly NetworkOption[];
  phoneHints: PhoneHints;
  send: (form: FormData) => void;
  pending: boolean;
  /** The value to change after the review. */
  change: keyof BuySelection | null;
}

/** Selects network, type, plan and phone number. Enter moves on; arrow keys move within a group. */
export function PlanSelectionStep({ step, networks, phoneHints, send, pending, change }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { pick, network, type, plan, choose } = useBuySelection(networks, step.pick, form);
  const [errors, setErrors] = useState(step.errors);
  const [shownStep, setShownStep] = useState(step);
  if (shownStep !== step) {
    setShownStep(step);
    setErrors(step.errors);
  }
  useStepFocus(form, step.errors, change);

  const selectValue = <K extends keyof BuySelection>(name: K, value: string) => {
    choose[name](value);
    setErrors({});
  };
  const checkRequiredFields = (event: FormEvent) => {
    const missing = !network ? "network" : !plan ? "plan" : pick.phone.trim() ? undefined : "phone";
    if (!missing && !pending) return;
    event.preventDefault();
    if (!missing) return;
    setErrors({ [missing]: MISSING_FIELD_TEXTS[missing] });
    focusField(form.current, missing);
  };

  return (
    <form
      ref={form}
      action={send}
      onSubmit={checkRequiredFields}
      onReset={(event) => event.preventDefault()}
      onKeyDown={(event) => advanceOnEnter(event, selectValue)}
      onClick={focusPhoneAfterTap}
      noValidate
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-8"
    >
      <NoScriptButton part="default" />
      <input type="hidden" name="ref" value={step.ref} />
      <input type="hidden" name="shownPrice" value={plan?.minor ?? ""} />
      <div className="grid min-w-0 gap-5">
        <div aria-live="polite" className="empty:hidden">
          {step.notice && <Banner kind="error">{step.notice}</Banner>}
        </div>
        <NetworkChoice
          options={networks}
          value={pick.network}
          onChoose={(id) => selectValue("network", id)}
          error={errors.network}
        />
        {!network && <p className="text-muted">Choose a network to see its plans at your price.</p>}
        {network && (
          <TypeChoice
            options={network.types}
            value={type?.id ?? ""}
            onChoose={(id) => selectValue("type", id)}
          />
        )}
        <NoScriptButton part="plans" />
        {type && (
          <PlanChoice
            options={type.plans}
            value={plan?.id ?? ""}
            onChoose={(id) => selectValue("plan", id)}
            error={errors.plan}
          />
        )}
        {type && (
          <NumberField
            value={pick.phone}
            onType={(text) => selectValue("phone", text)}
            onPick={(text) => {
              selectValue("phone", text);
              if (plan) requestAnimationFrame(() => form.current?.requestSubmit());
            }}
            hints={phoneHints}
            error={errors.phone}
          />
        )}
      </div>
      {type && <SelectionSummary network={network} type={type} plan={plan} />}
    </form>
  );
}

const MISSING_FIELD_TEXTS = {
  network: "Choose a network.",
  plan: "Choose a plan.",
  phone: "Enter the phone number that gets the data.",
};

interface SelectionSummaryProps {
  network: NetworkOption | undefined;
  type: TypeOption;
  plan: PlanOption | undefined;
}

/** The selection so far with the Review button: at the bottom of a phone, at the side of a desktop. */
function SelectionSummary({ network, type, plan }: SelectionSummaryProps) {
  return (
    <div className={BAR_CLASS}>
      {network && (
        <span className="hidden lg:block">
          <NetworkTile name={network.name} />
        </span>
      )}
      <div className="min-w-0 flex-1 lg:flex-none lg:basis-full">
        <p className="truncate text-muted text-sm">
          {network?.name} {type.name}
        </p>
        {plan ? (
          <p className="flex flex-wrap items-baseline gap-x-2 lg:mt-1 lg:flex-col">
            <span className="font-medium">{plan.size}</span>
            <Money text={plan.price} className="font-semibold text-lg lg:text-2xl" />
            <span className="hidden text-muted lg:block">{plan.validity}</span>
          </p>
        ) : (
          <p className="font-medium">Choose a plan</p>
        )}
      </div>
      <SubmitButton
        name="intent"
        value="review"
        variant={plan ? "primary" : "secondary"}
        className="max-lg:px-5 lg:mt-2 lg:w-full"
        size="lg"
      >
        Review
        <PlainIcon icon={ArrowRight} />
      </SubmitButton>
    </div>
  );
}

const BAR_CLASS = [
  "sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-5 flex items-center gap-3 border-line bg-surface",
  "max-md:-mx-4 max-md:-mb-5 max-md:border-t max-md:px-4 max-md:py-2.5",
  "md:bottom-4 md:rounded-lg md:border md:p-3 md:pl-5 md:shadow-lift",
  "lg:top-8 lg:bottom-auto lg:flex-wrap lg:p-5 lg:shadow-none",
].join(" ");

/**
 * For browsers without script: `plans` loads the plans of a network; `default`, first in the form, makes Enter in the
 * phone number field open the review.
 */
function NoScriptButton({ part }: { part: "default" | "plans" }) {
  return (
    <noscript className="noscript:contents">
      {part === "default" ? (
        <button
          type="submit"
          name="intent"
          value="review"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
      ) : (
        <button type="submit" name="intent" value="plans" className={buttonClass({ variant: "secondary" })}>
          Show plans
        </button>
      )}
    </noscript>
  );
}
