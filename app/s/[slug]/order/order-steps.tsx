"use client";

import { useActionState } from "react";
import { Form, FormAnswer } from "../../../ui/form.tsx";
import { order } from "./actions.ts";
import { NumberStep } from "./number-step.tsx";
import { ReviewStep } from "./review-step.tsx";

interface Props {
  slug: string;
  planId: number;
  /** Minor units, as text. */
  price: string;
  /** Made with the page: the same form sent twice is one order. */
  formRef: string;
  networkName: string;
  example: string;
}

/** The order form: the number first, then everything once more before it is sent. Works without script. */
export function OrderSteps({ slug, planId, price, formRef, networkName, example }: Props) {
  const [state, send] = useActionState(order, null);
  const step = state?.ok ? state.result : null;
  const lookAgain = step?.step === "number" && step.lookAgain;
  const seen = step?.step === "review" ? step.price : price;
  return (
    <Form
      state={state}
      action={send}
      hidden={{ slug, ref: formRef, plan: planId, price: seen }}
      className="gap-5"
    >
      <FormAnswer trouble={lookAgain ? LOOK_AGAIN : undefined} />
      {step?.step === "review" ? (
        <ReviewStep step={step} />
      ) : (
        <NumberStep networkName={networkName} example={example} kept={step?.typed} trap={!lookAgain} />
      )}
    </Form>
  );
}

const LOOK_AGAIN = "Nothing was ordered yet. Look at the number once more, then continue.";
