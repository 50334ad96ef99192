"use client";

import { useActionState, useState, useTransition } from "react";
import { BackupCodeList } from "#app/two-factor/two-factor-set-up";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { Form, FormStatus } from "#app/ui/form/form";
import { FormMessage } from "#app/ui/form/form-message";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import { usePasskeysSupported } from "#app/ui/passkeys-supported.ts";
import { addPasskeyAction, beginPasskeyAction, createBackupCodesAction } from "./actions.ts";

export function NewBackupCodesDialog() {
  const [state, send] = useFormAction(createBackupCodesAction, null);
  return (
    <ConfirmDialog
      trigger="New backup codes"
      title="New backup codes"
      cancel={state?.ok ? "I’ve saved them" : "Cancel"}
    >
      {state?.ok ? (
        <BackupCodeList codes={state.result.codes} />
      ) : (
        <Form id="backup-codes" state={state} action={send}>
          <FormStatus />
          <p>You get ten new codes. Your current codes stop working.</p>
          <ConfirmPassword />
          <SubmitButton wide>Create codes</SubmitButton>
        </Form>
      )}
    </ConfirmDialog>
  );
}

export function AddPasskeyForm() {
  const [name, setName] = useState("");
  const [result, setResult] = useState<{ done?: string; error?: string }>({});
  const [, start] = useTransition();
  const supported = usePasskeysSupported();
  const [state, send] = useActionState(
    async (_before: Awaited<ReturnType<typeof beginPasskeyAction>>, form: FormData) => {
      setResult({});
      const options = await beginPasskeyAction(null, form);
      if (options?.ok) start(async () => setResult(await createPasskey(options.result, name)));
      return options;
    },
    null,
  );
  if (!supported)
    return (
      <p className="text-muted text-sm">
        This browser has no passkeys. To add one, open this page in Chrome or Safari.
      </p>
    );
  return (
    <ConfirmDialog trigger="Add passkey" title="Add passkey">
      <Form id="passkey" state={state} action={send}>
        <FormStatus />
        <FormMessage {...result} />
        <p>
          Your phone or computer stores the passkey and asks for your fingerprint, face or device PIN. You
          sign in without a password or code.
        </p>
        <Input
          label="Name"
          name="name"
          required
          maxLength={40}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          hint="For example “My phone”."
        />
        <ConfirmPassword />
        <SubmitButton wide>Continue</SubmitButton>
      </Form>
    </ConfirmDialog>
  );
}

type Options = Extract<Awaited<ReturnType<typeof beginPasskeyAction>>, { ok: true }>["result"];

async function createPasskey(optionsJSON: Options, name: string): Promise<{ done?: string; error?: string }> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const response = await startRegistration({ optionsJSON }).catch(() => undefined);
  if (!response) return { error: "Your device didn’t create a passkey. Try again." };
  const form = new FormData();
  form.set("name", name || "Passkey");
  form.set("response", JSON.stringify(response));
  const added = await addPasskeyAction(null, form);
  return added?.ok
    ? { done: "Passkey added. You can sign in with it now." }
    : { error: added?.message ?? "" };
}
