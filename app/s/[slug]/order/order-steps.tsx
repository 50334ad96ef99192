"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../../ui/form-message.tsx";
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
  const { message, error, typed } = shown(state);
  const step = state?.ok ? state.result : null;
  const kept = (name: "mobile_number" | "name" | "email") => step?.typed[name] ?? typed(name);
  const lookAgain = step?.step === "number" && step.lookAgain;
  const seen = step?.step === "review" ? step.price : price;
  return (
    <form action={send} className="flex flex-col gap-5" noValidate>
      <FormMessage error={message ?? error("plan") ?? (lookAgain ? LOOK_AGAIN : undefined)} />
      <Hidden values={{ slug, ref: formRef, plan: String(planId), price: seen }} />
      {step?.step === "review" ? (
        <ReviewStep step={step} />
      ) : (
        <NumberStep networkName={networkName} example={example} error={error} kept={kept} trap={!lookAgain} />
      )}
    </form>
  );
}

const LOOK_AGAIN = "Nothing was ordered yet. Look at the number once more, then continue.";

function Hidden({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
