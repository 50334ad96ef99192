"use client";

import { useActionState } from "react";
import { BackupCodeList } from "#app/two-factor/backup-code-list";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { Form, FormStatus } from "#app/ui/form/form";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { createBackupCodesAction } from "./actions.ts";

/** Creates ten new backup codes. */
export function NewBackupCodesDialog() {
  const [state, send] = useActionState(createBackupCodesAction, null);
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
