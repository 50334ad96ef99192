"use client";

import { useActionState, useState, useTransition } from "react";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Form, FormAnswer } from "../../ui/form.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { Input } from "../../ui/input.tsx";
import { ConfirmPassword } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { addPasskey, askForPasskey } from "./actions.ts";

/** Has the device make a passkey, after the password. */
export function AddPasskey() {
  const [name, setName] = useState("");
  const [came, setCame] = useState<{ done?: string; error?: string }>({});
  const [, start] = useTransition();
  const [state, send] = useActionState(
    async (_before: Awaited<ReturnType<typeof askForPasskey>>, form: FormData) => {
      setCame({});
      const asked = await askForPasskey(null, form);
      if (asked?.ok) start(async () => setCame(await make(asked.result, name)));
      return asked;
    },
    null,
  );
  return (
    <ConfirmDialog trigger="Add a passkey" title="Add a passkey" cancel="Done">
      <Form id="passkey" state={state} action={send}>
        <FormAnswer />
        <FormMessage {...came} />
        <p>
          Your phone or computer keeps it, and asks for your finger, face or its own PIN. It signs in without
          a password and without a code.
        </p>
        <Input
          label="What to call it"
          name="name"
          required
          maxLength={40}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          hint="Such as “My phone”."
        />
        <ConfirmPassword />
        <SubmitButton wide>Go on</SubmitButton>
      </Form>
    </ConfirmDialog>
  );
}

type Options = Extract<Awaited<ReturnType<typeof askForPasskey>>, { ok: true }>["result"];

async function make(optionsJSON: Options, name: string): Promise<{ done?: string; error?: string }> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const response = await startRegistration({ optionsJSON }).catch(() => undefined);
  if (!response) return { error: "The device made none. Nothing was added." };
  const form = new FormData();
  form.set("name", name || "Passkey");
  form.set("response", JSON.stringify(response));
  const added = await addPasskey(null, form);
  return added?.ok ? { done: "It is added. You can sign in with it." } : { error: added?.message ?? "" };
}
