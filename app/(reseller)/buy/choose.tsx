"use client";

import { ArrowRight } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { buttonClass } from "../../ui/button-class.ts";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { NetworkChoice, PlanChoice, TypeChoice } from "./choices.tsx";
import { type LastNumber, NumberField } from "./number-field.tsx";
import type { NetworkOption, PlanOption, TypeOption } from "./options.ts";
import type { Pick, Step } from "./review-step.ts";
import { focusOn, goOn, tapped, useFocus, usePick } from "./use-pick.ts";

interface Props {
  step: Step;
  networks: readonly NetworkOption[];
  numbers: readonly LastNumber[];
  /** There are customers to find. */
  searches: boolean;
  example: string;
  send: (form: FormData) => void;
  pending: boolean;
  /** What the reader came back from the review for. */
  change: keyof Pick | null;
}

/** Network, type, plan and number under one another. Enter goes on to the next; the arrows walk within. */
export function Choose({ step, networks, numbers, searches, example, send, pending, change }: Props) {
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
            searches={searches}
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

interface PickBarProps {
  network: NetworkOption | undefined;
  type: TypeOption;
  plan: PlanOption | undefined;
}

/** What is chosen so far and the way on: within the thumb's reach on a phone, at the side of a desktop. */
function PickBar({ network, type, plan }: PickBarProps) {
  return (
    <div className={BAR}>
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

const BAR = [
  "sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-5 flex items-center gap-3 border-line bg-surface",
  "max-md:-mx-4 max-md:-mb-5 max-md:border-t max-md:px-4 max-md:py-2.5",
  "md:bottom-4 md:rounded-lg md:border md:p-3 md:pl-5 md:shadow-lift",
  "lg:top-8 lg:bottom-auto lg:flex-wrap lg:p-5 lg:shadow-none",
].join(" ");

/**
 * For browsers without script, where choosing a network shows nothing by itself: `plans` asks the server for
 * its plans; `default`, first in the form, makes Enter in the number field mean the review all the same.
 */
function WithoutScript({ part }: { part: "default" | "plans" }) {
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
          Show the plans
        </button>
      )}
    </noscript>
  );
}
