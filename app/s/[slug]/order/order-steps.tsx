"use client";

import { useActionState } from "react";
import { Form, FormAnswer, useField } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { order, type Typed } from "./actions.ts";
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

interface NumberProps {
  networkName: string;
  example: string;
  /** What was typed before, where somebody came back from the review. */
  kept: Typed | undefined;
  /** Sets out a field that only programs fill; left out once it caught somebody, who then goes through. */
  trap: boolean;
}

/** Which number gets the data, and who asks, if they want to say. */
function NumberStep({ networkName, example, kept, trap }: NumberProps) {
  const [name, email] = [useField("name"), useField("email")];
  const more = Boolean(kept?.name || kept?.email || name.typed || email.typed || name.error || email.error);
  return (
    <>
      <Input
        label={`Which ${networkName} number gets the data?`}
        name="mobile_number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={example}
        required
        maxLength={40}
        defaultValue={kept?.mobile_number}
        className="min-h-14 text-lg"
      />
      <details open={more}>
        <summary className="inline-flex min-h-11 items-center text-muted text-sm underline underline-offset-4">
          Add your name or e-mail (optional)
        </summary>
        <div className="flex flex-col gap-4 pt-2">
          <Input
            label="Your name"
            name="name"
            autoComplete="name"
            maxLength={60}
            defaultValue={kept?.name}
            hint="So that the shop knows whose payment it is."
          />
          <Input
            label="Your e-mail"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            defaultValue={kept?.email}
            hint="So that the shop can write to you."
          />
        </div>
      </details>
      {trap && (
        <div hidden>
          <input name="leave_empty" aria-label="Leave this empty" tabIndex={-1} autoComplete="off" />
        </div>
      )}
      <SubmitButton name="step" value="number" size="lg" wide>
        Continue
      </SubmitButton>
      <p className="text-center text-muted text-sm">You see everything once more before you order.</p>
    </>
  );
}
