"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../ui/form-message.tsx";
import { Input } from "../../ui/input.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { open } from "./actions.ts";

/** Four things, and the shop is open. */
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
    <form action={send} className="flex max-w-md flex-col gap-5" noValidate>
      <FormMessage error={message} />
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
      <SubmitButton size="lg">Open the shop</SubmitButton>
    </form>
  );
}
