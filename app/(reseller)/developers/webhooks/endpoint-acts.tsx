"use client";

import { useActionState } from "react";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { formError } from "../../../ui/form.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { removeEndpoint, testEndpoint } from "./actions.ts";

/** Trying an address out, and removing it. */
export function EndpointActs({ id, url }: { id: number; url: string }) {
  const [tested, test] = useActionState(testEndpoint, null);
  const [removed, remove] = useActionState(removeEndpoint, null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <form action={test}>
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="secondary" size="sm">
            Send a test
          </SubmitButton>
        </form>
        <ConfirmDialog
          trigger="Remove"
          look={{ size: "sm", variant: "danger" }}
          title="Remove this address?"
          cancel="Keep it"
        >
          <form action={remove} className="flex flex-col gap-4">
            <p className="break-all text-muted">Nothing more is sent to {url}.</p>
            <input type="hidden" name="id" value={id} />
            <SubmitButton variant="danger" wide>
              Remove address
            </SubmitButton>
          </form>
        </ConfirmDialog>
      </div>
      <FormMessage
        error={formError(tested) ?? formError(removed)}
        done={tested?.ok ? tested.result : undefined}
      />
    </>
  );
}
