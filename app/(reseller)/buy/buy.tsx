"use client";

import { useActionState, useState } from "react";
import type { ActionState } from "#lib/web/action";
import { buy } from "./actions.ts";
import { Choose } from "./choose.tsx";
import type { LastNumber } from "./number-field.tsx";
import type { NetworkOption } from "./options.ts";
import { Review } from "./review.tsx";
import type { Pick, Step } from "./review-step.ts";

interface Props {
  first: Step;
  networks: readonly NetworkOption[];
  numbers: readonly LastNumber[];
  /** There are customers to find by a part of their name or number. */
  searches: boolean;
  example: string;
}

/** Choosing and reviewing in one component, so that nothing typed is lost between them. */
export function Buy({ first, networks, numbers, searches, example }: Props) {
  const [state, send, pending] = useActionState(buy, { ok: true, result: first });
  const [seen, setSeen] = useState(state);
  const [step, setStep] = useState(() => stepOf(state, first));
  const [change, setChange] = useState<keyof Pick | null>(null);
  if (state !== seen) {
    setSeen(state);
    setStep(stepOf(state, step));
    if (state?.ok) setChange(null);
  }
  if (step.review && !change) {
    return (
      <Review
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
  return <Choose {...{ networks, numbers, searches, example, send, pending }} step={step} change={change} />;
}

/** The step after an answer. An error leaves the buyer on the same step, with a message. */
function stepOf(state: ActionState<Step>, before: Step): Step {
  if (!state) return before;
  if (state.ok) return state.result;
  const typed = (name: keyof Pick | "ref") => [state.values[name]].flat()[0] ?? "";
  const pick = { network: typed("network"), type: typed("type"), plan: typed("plan"), phone: typed("phone") };
  const errors = Object.fromEntries(
    Object.entries(state.fields).map(([name, words]) => [name, words.join(" ")]),
  );
  return { ...before, ref: typed("ref") || before.ref, pick, errors, notice: state.message };
}
