"use client";

import { useState } from "react";
import { Form, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import { openShopAction } from "./actions.ts";
import { PaymentMethodFields } from "./details/payment-method-fields.tsx";

interface Props {
  name: string;
  slug: string;
  host: string;
  example: string;
  /** Whether the reseller has a price list, which the shop then uses. */
  hasPrices: boolean;
}

/** Opens a shop. Asks for a payment method, so that customers can always pay. */
export function OpenShopForm({ name, slug, host, example, hasPrices }: Props) {
  const [state, send] = useFormAction(openShopAction, null);
  const [address, setAddress] = useState(slug);
  return (
    <Form state={state} action={send} className="max-w-md gap-5">
      <Input label="Shop name" name="name" required maxLength={60} defaultValue={name} />
      <Input
        label="Shop address"
        name="slug"
        required
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={slug}
        onChange={({ target }) => setAddress(target.value)}
        hint={`Your shop’s link: ${host}/s/${address.trim() || "your-address"}`}
      />
      <Input
        label="Phone and WhatsApp number"
        name="phone"
        type="tel"
        autoComplete="tel"
        optional
        placeholder={example}
      />
      {!hasPrices && (
        <Input
          label="Add to your price (%)"
          name="markup"
          inputMode="decimal"
          required
          defaultValue="10"
          error={state?.ok === false ? state.fields.value?.join(" ") : undefined}
          hint="Rounded up to 10. You can set each price later."
        />
      )}
      <PaymentMethodFields payments={[]} first="bank" />
      <FormStatus />
      <SubmitButton size="lg">Open shop</SubmitButton>
    </Form>
  );
}
