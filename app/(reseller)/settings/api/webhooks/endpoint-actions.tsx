"use client";

import type { ReactNode } from "react";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus, formError } from "#app/ui/form/form";
import { FormMessage } from "#app/ui/form/form-message";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import type { EndpointView } from "#lib/webhook/list-endpoints";
import { removeEndpointAction, stopResendAction, testEndpointAction } from "./actions.ts";

interface Props {
  id: number;
  url: string;
  types: readonly string[];
  children: ReactNode;
}

export function EndpointActions({ id, url, types, children }: Props) {
  const [removed, remove] = useFormAction(removeEndpointAction, null);
  return (
    <>
      <ActionForm id={`test-${id}`} action={testEndpointAction} hidden={{ id }} className="gap-2">
        <div className="flex flex-wrap items-end gap-2">
          <Select
            label="Test event type"
            name="type"
            options={types.map((type) => ({ value: type, label: type }))}
            defaultValue="webhook.test"
          />
          <SubmitButton variant="secondary">Send test event</SubmitButton>
        </div>
        <FormStatus />
      </ActionForm>
      <div className="flex flex-wrap gap-2">
        {children}
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
      <FormMessage error={formError(removed)} />
    </>
  );
}

export function ResendProgress({ resend }: { resend: NonNullable<EndpointView["resend"]> }) {
  const { id, queued, total } = resend;
  return (
    <ActionForm
      action={stopResendAction}
      hidden={{ id }}
      className="mt-2 gap-2 rounded-md bg-sunken px-3 py-2 text-sm"
    >
      <p>
        Sending events again: {queued.toLocaleString("en-GB")} of {total.toLocaleString("en-GB")}
      </p>
      <SubmitButton size="sm" variant="secondary" className="self-start">
        Stop sending again
      </SubmitButton>
      <FormStatus />
    </ActionForm>
  );
}
