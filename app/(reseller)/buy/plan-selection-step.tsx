"use client";

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Banner } from "#app/ui/banner";
import { cx } from "#app/ui/cx.ts";
import { SubmitButton } from "#app/ui/form/submit-button";
import { ArrowRight } from "#app/ui/icon/icons.ts";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { buildLocalReview, buildSameReview, type ReviewFacts } from "./local-review.ts";
import { NumberField, type PhoneHints } from "./number-field.tsx";
import { SentTodayNote } from "./number-notes.tsx";
import type { NetworkOption, PlanOption } from "./options.ts";
import { PlanChoices } from "./plan-choices.tsx";
import type { BuySelection, BuyStep, ReviewProps } from "./review-step.ts";
import { SamePlanOffer } from "./same-plan-offer.tsx";
import {
  advanceAfterTap,
  advanceOnEnter,
  findNetworkOfPlan,
  focusField,
  useBuySelection,
  useStepFocus,
} from "./use-buy-selection.ts";
import { useRecipientLookup } from "./use-recipient-lookup.ts";

interface Props {
  step: BuyStep;
  networks: readonly NetworkOption[];
  phoneHints: PhoneHints;
  facts: ReviewFacts;
  send: (form: FormData) => void;
  /** Shows a review that needs no request. */
  onReview: (pick: BuySelection, review: ReviewProps) => void;
  pending: boolean;
  /** The value to change after the review. */
  change: keyof BuySelection | null;
  /** Whether the page opened for the customer after a delivered purchase. */
  isNextCustomer: boolean;
  samePlan: string | undefined;
  balance: ReactNode;
}

/** Selects phone number, network and plan. Enter moves on; arrow keys move within a group. */
export function PlanSelectionStep(props: Props) {
  const { step, networks, phoneHints, facts, send, onReview, pending, change, isNextCustomer, balance } =
    props;
  const form = useRef<HTMLFormElement>(null);
  const { lookUp, networkOf, suggestions, setText } = useRecipientLookup(
    networks,
    phoneHints,
    facts.phoneRule,
    step.pick.phone,
  );
  const { pick, network, plan, choose } = useBuySelection(
    networks,
    step.pick,
    form,
    (phone) => lookUp(phone).likely,
  );
  const { number, recipient, likely } = lookUp(pick.phone);
  const otherNetwork = nameOtherNetwork(network, likely);
  const [errors, setErrors] = useState(step.errors);
  const [shownStep, setShownStep] = useState(step);
  if (shownStep !== step) {
    setShownStep(step);
    setErrors(step.errors);
  }
  // Without script the offer and the choice of another plan would name two.
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  useStepFocus(form, step.errors, change, isNextCustomer);

  const selectValue = <K extends keyof BuySelection>(name: K, value: string) => {
    choose[name](value);
    if (name === "phone") setText(value);
    setErrors({});
  };
  const checkRequiredFields = (event: FormEvent) => {
    if (isPurchase(event)) return;
    const missing = !network ? "network" : !plan ? "plan" : pick.phone.trim() ? undefined : "phone";
    if (missing || pending) event.preventDefault();
    if (missing) {
      // Enter in the number moves on to what follows it.
      const isNext = missing !== "phone" && document.activeElement?.getAttribute("name") === "phone";
      if (!isNext) setErrors({ [missing]: MISSING_FIELD_TEXTS[missing] });
      focusField(form.current, missing);
    }
    if (event.defaultPrevented || !network || !plan) return;
    const review = buildLocalReview({ network, plan, number, recipient, otherNetwork }, facts);
    if (!review) return;
    event.preventDefault();
    onReview({ ...pick, network: network.id }, review);
  };
  const samePlan = pick.plan === "" ? network?.plans.find(({ id }) => id === props.samePlan) : undefined;
  const sameReview =
    network && samePlan && likely === network
      ? buildSameReview({ network, plan: samePlan, number, recipient, otherNetwork }, facts)
      : undefined;
  const selectCustomer = (phone: string) => selectValue("phone", phone);
  const review = () => requestAnimationFrame(() => form.current?.requestSubmit());
  /** Shows the review of a regular purchase at once: drawing the selection first would take as long again. */
  const repeat = (phone: string, planId: string): boolean => {
    const network = findNetworkOfPlan(networks, planId);
    const plan = network?.plans.find(({ id }) => id === planId);
    if (pending || !network || !plan) return false;
    const { number, recipient, likely } = lookUp(phone);
    const otherNetwork = nameOtherNetwork(network, likely);
    const local = buildLocalReview({ network, plan, number, recipient, otherNetwork }, facts);
    if (local) onReview({ network: network.id, plan: planId, phone }, local);
    return local !== undefined;
  };

  return (
    <form
      ref={form}
      action={send}
      onSubmit={checkRequiredFields}
      onReset={(event) => event.preventDefault()}
      onKeyDown={(event) => advanceOnEnter(event, selectValue)}
      onClick={(event) => advanceAfterTap(event, number !== undefined)}
      noValidate
      className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-8"
    >
      {/* The first button, so that Enter in the phone number opens the review. */}
      <noscript className="noscript:contents">
        <button
          type="submit"
          name="intent"
          value="review"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
      </noscript>
      <input type="hidden" name="ref" value={step.ref} />
      <input type="hidden" name="shownPrice" value={plan?.minor ?? ""} />
      <div className="grid min-w-0 grid-cols-1 gap-3 md:gap-5">
        <div aria-live="polite" className="empty:hidden">
          {step.banner && (
            <Banner kind="error" link={step.link}>
              {step.banner}
            </Banner>
          )}
        </div>
        <NumberField
          value={pick.phone}
          onType={(typed) => selectValue("phone", typed)}
          onPick={(picked) => {
            selectCustomer(picked);
            if (plan) review();
          }}
          hints={phoneHints}
          suggestions={suggestions}
          recent={network ? phoneHints.recent : []}
          networkOf={networkOf}
          aside={balance}
          note={recipient?.today && <SentTodayNote today={recipient.today} />}
          phoneRule={facts.phoneRule}
          error={errors.phone}
        />
        {isLive && samePlan && sameReview && (
          <SamePlanOffer planId={samePlan.id} review={sameReview} money={facts.money} />
        )}
        <PlanChoices
          networks={networks}
          phoneHints={phoneHints}
          phone={pick.phone}
          networkOf={networkOf}
          recipient={recipient}
          network={network}
          plan={plan}
          otherNetwork={otherNetwork}
          errors={errors}
          onChoose={selectValue}
          onRepeat={(phone, id) => {
            if (id && repeat(phone ?? pick.phone, id)) return;
            if (phone) selectCustomer(phone);
            if (!id) return;
            selectValue("plan", id);
            review();
          }}
        />
      </div>
      {network && <SelectionSummary network={network} plan={plan} />}
    </form>
  );
}

/** Names the number's network where another is chosen. */
const nameOtherNetwork = (chosen: NetworkOption | undefined, likely: NetworkOption | undefined) =>
  chosen && likely && likely.id !== chosen.id ? likely.name : null;

/** Whether it was sent by the button that buys, which nothing is missing for. */
const isPurchase = ({ nativeEvent }: FormEvent): boolean => {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.value === "confirm";
};

const MISSING_FIELD_TEXTS = {
  network: "Choose a network.",
  plan: "Choose a plan.",
  phone: "Enter the phone number that gets the data.",
};

interface SelectionSummaryProps {
  network: NetworkOption;
  plan: PlanOption | undefined;
}

/**
 * The selection so far with the Review button:
 * at the bottom of a phone once there is a plan, at the side of a desktop.
 */
function SelectionSummary({ network, plan }: SelectionSummaryProps) {
  return (
    <div className={cx(BAR_CLASS, !plan && "max-lg:hidden noscript:flex!")}>
      <span className="hidden lg:block">
        <NetworkTile name={network.name} />
      </span>
      <div className="min-w-0 flex-1 lg:flex-none lg:basis-full">
        <p className="truncate text-muted text-sm">
          {network.name} {plan?.type}
        </p>
        {plan ? (
          <p className="flex flex-wrap items-baseline gap-x-2 lg:mt-1 lg:flex-col">
            <span className="font-medium">{plan.size}</span>
            {(plan.quote || plan.price) && (
              <Money text={plan.quote || plan.price} className="font-semibold text-lg lg:text-2xl" />
            )}
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
        <ArrowRight />
      </SubmitButton>
    </div>
  );
}

const BAR_CLASS = [
  "[@media(min-height:30rem)]:sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-5 flex items-center gap-3 border-line bg-surface",
  "max-md:-mx-4 max-md:-mb-5 max-md:border-t max-md:px-4 max-md:py-2.5",
  "md:bottom-4 md:rounded-lg md:border md:p-3 md:pl-5 md:shadow-lift",
  "lg:top-8 lg:bottom-auto lg:flex-wrap lg:p-5 lg:shadow-none",
].join(" ");
