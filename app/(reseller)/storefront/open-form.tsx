"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../ui/form-message.tsx";
import { Input } from "../../ui/input.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useFirstError } from "../../ui/use-first-error.ts";
import { open } from "./actions.ts";
import { PayFields } from "./shop/pay-fields.tsx";

/** What most shops begin with. */
const BY_BANK = (name: string) => (name === "payBank" ? "yes" : undefined);

/** Five things, and the shop is open: one of them is how customers pay, so that none meets a way that leads nowhere. */
export function OpenForm({
  name,
  slug,
  host,
  example,
}: {
  name: string;
  slug: string;
  host: string;
  example: string;
}) {
  const [state, send] = useActionState(open, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="flex max-w-md flex-col gap-5" noValidate>
      <Input
        label="Name of your shop"
        name="name"
        required
        maxLength={60}
        defaultValue={typed("name") ?? name}
        error={error("name")}
      />
      <Input
        label="Its address"
        name="slug"
        required
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={typed("slug") ?? slug}
        error={error("slug")}
        hint={`Customers open ${host}/s/ and this word.`}
      />
      <Input
        label="Your number for calls and WhatsApp"
        name="phone"
        type="tel"
        autoComplete="tel"
        optional
        placeholder={example}
        defaultValue={typed("phone")}
        error={error("phone")}
      />
      <Input
        label="What you add to your price, in per cent"
        name="markup"
        inputMode="decimal"
        required
        defaultValue={typed("markup") ?? "10"}
        error={error("markup") ?? error("value")}
        hint="Rounded up to 10. You can set every price on its own later."
      />
      <PayFields payments={[]} typed={state ? typed : BY_BANK} error={error} />
      <FormMessage error={message} />
      <SubmitButton size="lg">Open the shop</SubmitButton>
    </form>
  );
}
