"use client";

import { useActionState } from "react";
import { Form, FormAnswer } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { open } from "./actions.ts";
import { PayFields } from "./shop/pay-fields.tsx";

interface Props {
  name: string;
  slug: string;
  host: string;
  example: string;
}

/** Five things, and the shop is open: one of them is how customers pay, so that none meets a way that leads nowhere. */
export function OpenForm({ name, slug, host, example }: Props) {
  const [state, send] = useActionState(open, null);
  return (
    <Form state={state} action={send} className="max-w-md gap-5">
      <Input label="Name of your shop" name="name" required maxLength={60} defaultValue={name} />
      <Input
        label="Its address"
        name="slug"
        required
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={slug}
        hint={`Customers open ${host}/s/ and this word.`}
      />
      <Input
        label="Your number for calls and WhatsApp"
        name="phone"
        type="tel"
        autoComplete="tel"
        optional
        placeholder={example}
      />
      <Input
        label="What you add to your price, in per cent"
        name="markup"
        inputMode="decimal"
        required
        defaultValue="10"
        error={state?.ok === false ? state.fields.value?.join(" ") : undefined}
        hint="Rounded up to 10. You can set every price on its own later."
      />
      <PayFields payments={[]} first="bank" />
      <FormAnswer />
      <SubmitButton size="lg">Open the shop</SubmitButton>
    </Form>
  );
}
