"use client";

import { useActionState, useState } from "react";
import type { ActionState } from "#lib/web/action";
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
}

/** Selects and reviews a purchase in one component, so that typed values are kept between the steps. */
export function BuyPanel({ first, networks, phoneHints, facts }: Props) {
  const [state, send, pending] = useActionState(buyAction, { ok: true, result: first });
  const [seen, setSeen] = useState(state);
  const [step, setStep] = useState(() => getStep(state, first));
  const [change, setChange] = useState<keyof BuySelection | null>(null);
  if (state !== seen) {
    setSeen(state);
    setStep(getStep(state, step));
    if (state?.ok) setChange(null);
  }
  if (step.review && !change) {
    return (
      <PurchaseReviewPanel
        step={step}
        review={step.review}
        send={send}
        onChange={(name) => {
          setStep({ ...step, notice: null });
          setChange(name);
        }}
      />
    );
  }
  const onReview = (pick: BuySelection, review: ReviewProps) => {
    setStep({ ...step, pick, review, errors: {}, notice: null });
    setChange(null);
  };
  return <PlanSelectionStep {...{ step, networks, phoneHints, facts, send, onReview, pending, change }} />;
}

/** Gets the step after a response. After an error the buyer stays on the same step. */
function getStep(state: ActionState<BuyStep>, before: BuyStep): BuyStep {
  if (!state) return before;
  if (state.ok) return state.result;
  const typed = (name: keyof BuySelection | "ref") => [state.values[name]].flat()[0] ?? "";
  const pick = { network: typed("network"), type: typed("type"), plan: typed("plan"), phone: typed("phone") };
  const errors = Object.fromEntries(
    Object.entries(state.fields).map(([name, words]) => [name, words.join(" ")]),
  );
  return { ...before, ref: typed("ref") || before.ref, pick, errors, notice: state.message };
}
