"use client";

import { type ReactNode, startTransition, useEffect, useState } from "react";
import { buildSentFormKey, readSentForm } from "#app/ui/form/sent-form.ts";
import { isResultUnknown, useFormAction } from "#app/ui/form/use-form-action.ts";
import type { TypedDetails } from "#lib/purchase/place/offer";
import type { ActionState } from "#lib/request/action";
import { buildSignInPath } from "#lib/request/next-path";
import { buyAction } from "./actions.ts";
import type { ReviewFacts } from "./local-review.ts";
import type { PhoneHints } from "./number-field.tsx";
import type { NetworkOption } from "./options.ts";
import { PlanSelectionStep } from "./plan-selection-step.tsx";
import { PurchaseReviewPanel } from "./purchase-review-panel.tsx";
import type { BuySelection, BuyStep, ReviewProps } from "./review-step.ts";

interface Props {
  first: BuyStep;
  networks: readonly NetworkOption[];
  phoneHints: PhoneHints;
  facts: ReviewFacts;
  isNextCustomer: boolean;
  /** The plan of the customer before. */
  samePlan: string | undefined;
  /** The wallet's balance, beside the number. */
  balance: ReactNode;
}

/** Selects and reviews a purchase in one component, so that typed values are kept between the steps. */
export function BuyPanel({ first, networks, phoneHints, facts, balance, ...next }: Props) {
  const [state, send, pending] = useFormAction(buyAction, { ok: true, result: first }, SENDING);
  const [seen, setSeen] = useState(state);
  const [step, setStep] = useState(() => getStep(state, first));
  const [change, setChange] = useState<keyof BuySelection | null>(null);
  if (state !== seen) {
    setSeen(state);
    setStep(getStep(state, step));
    if (state?.ok) setChange(null);
  }
  useLostPurchase(first.pick, send);
  if (step.review && !change) {
    return (
      <PurchaseReviewPanel
        step={step}
        review={step.review}
        money={facts.money}
        send={send}
        onChange={(name) => {
          setStep({ ...step, banner: null, link: undefined });
          setChange(name);
        }}
      />
    );
  }
  // A transition: the tapped plan is marked before the review is drawn.
  const onReview = (pick: BuySelection, review: ReviewProps) =>
    startTransition(() => {
      setStep({ ...step, pick, review, errors: {}, banner: null, link: undefined });
      setChange(null);
    });
  return (
    <PlanSelectionStep
      {...{ step, networks, phoneHints, facts, send, onReview, pending, change, balance, ...next }}
    />
  );
}

/** Returns to the same review with the typed details; an incomplete number is typed again. */
const buildSignInLink = ({ plan, phone }: BuySelection, details: Partial<TypedDetails> = {}) => ({
  href: buildSignInPath(`/buy?${new URLSearchParams({ plan, phone, ...details })}`),
  label: "Sign in",
});

const SENDING = {
  name: "buy",
  keeps: (form: FormData) => form.get("intent") === "confirm" || form.get("sent") === "yes",
  lostText:
    "We couldn’t reach the portal. Your purchase may have been placed. Tap again to check: it is never charged twice.",
};

/** Not of an earlier form, whose response was lost: that one may have been placed. */
const SIGNED_OUT_TEXT = "You’re signed out. Nothing was bought just now.";

/** Asks for the result of a purchase whose response was lost, unless the page names another. */
function useLostPurchase({ plan, phone }: BuySelection, send: (form: FormData) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: Asks once, when the page opens.
  useEffect(() => {
    const sent = readSentForm(buildSentFormKey(SENDING.name));
    if (!sent || (plan !== "" && plan !== sent.plan) || (phone !== "" && phone !== sent.phone)) return;
    const form = new FormData();
    for (const [name, value] of Object.entries(sent)) form.set(name, String(value));
    form.set("intent", "review");
    form.set("sent", "yes");
    startTransition(() => send(form));
  }, []);
}

/** Replaces each detail by the text typed under its name. */
const readDetails = (names: TypedDetails, typed: (name: string) => string) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, typed(name)])) as TypedDetails;

/** Gets the next step. After an error, and without a response, the buyer stays on the same step. */
function getStep(state: ActionState<BuyStep>, before: BuyStep): BuyStep {
  if (!state) return before;
  if (state.ok) return state.result;
  const typed = (name: string) => [state.values[name]].flat()[0] ?? "";
  const pick = { network: typed("network"), plan: typed("plan"), phone: typed("phone") };
  const errors = Object.fromEntries(
    Object.entries(state.fields).map(([name, words]) => [name, words.join(" ")]),
  );
  const isSignedOut = state.code === "unauthenticated";
  const review = before.review &&
    (isSignedOut || isResultUnknown(state)) && {
      ...before.review,
      details: readDetails(before.review.details, typed),
      errors: {},
    };
  return {
    ...before,
    ...(review && { review }),
    ref: typed("ref") || before.ref,
    pick,
    errors,
    banner: isSignedOut ? SIGNED_OUT_TEXT : state.message,
    link: isSignedOut ? buildSignInLink(pick, review ? review.details : undefined) : undefined,
  };
}
