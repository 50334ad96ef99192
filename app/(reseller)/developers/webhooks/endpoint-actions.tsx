"use client";

import { useActionState } from "react";
import { removeEndpointAction, testEndpointAction } from "#app/(reseller)/developers/actions.ts";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { formError } from "#app/ui/form/form";
import { FormMessage } from "#app/ui/form/form-message";
import { SubmitButton } from "#app/ui/form/submit-button";

/** Sends a test event to a webhook, or removes it. */
export function EndpointActions({ id, url }: { id: number; url: string }) {
  const [tested, test] = useActionState(testEndpointAction, null);
  const [removed, remove] = useActionState(removeEndpointAction, null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <form action={test}>
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="secondary" size="sm">
            Send test event
          </SubmitButton>
        </form>
        <ConfirmDialog
          trigger="Remove webhook"
          look={{ size: "sm", variant: "danger" }}
          title="Remove this webhook?"
        >
          <form action={remove} className="flex flex-col gap-4">
            <p className="break-all text-muted">No more events are sent to {url}.</p>
            <input type="hidden" name="id" value={id} />
            <SubmitButton variant="danger" wide>
              Remove webhook
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
