"use client";

import { useActionState } from "react";
import { BackupCodes } from "../../two-factor/backup-codes.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Form, FormAnswer } from "../../ui/form.tsx";
import { ConfirmPassword } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { makeBackupCodes } from "./actions.ts";

/** Ten more for who has used theirs up, or lost the paper. */
export function NewBackupCodes() {
  const [state, send] = useActionState(makeBackupCodes, null);
  return (
    <ConfirmDialog
      trigger="New backup codes"
      title="New backup codes"
      cancel={state?.ok ? "I have kept them" : "Not now"}
    >
      {state?.ok ? (
        <BackupCodes codes={state.result.codes} />
      ) : (
        <Form id="backup-codes" state={state} action={send}>
          <FormAnswer />
          <p>You get ten new ones. Those you have now stop working.</p>
          <ConfirmPassword />
          <SubmitButton wide>Make them</SubmitButton>
        </Form>
      )}
    </ConfirmDialog>
  );
}
