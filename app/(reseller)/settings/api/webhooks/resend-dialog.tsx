"use client";

import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { Form, FormStatus } from "#app/ui/form/form";
import { FormMessage } from "#app/ui/form/form-message";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import { countResendAction, startResendAction } from "./actions.ts";
import { EVENT_TYPE_LABELS } from "./event-labels.ts";

interface Props {
  id: number;
  /** The time that the form suggests, as its fields have it. */
  from: string;
  to: string;
}

const WHICH_LABELS = { failed: "Failed events", all: "All events" };

/** Sends the events of a time to a webhook again: counts them first, then asks. */
export function ResendDialog({ id, from, to }: Props) {
  const [counted, count, isCounting] = useFormAction(countResendAction, null);
  const [started, start, isStarting] = useFormAction(startResendAction, null);
  const preview = counted?.ok ? counted.result : undefined;
  // An error is about the events that were counted then.
  const state = started?.ok === false && started.values.key !== preview?.span.key ? null : started;
  const isStarted = started?.ok && started.result.key === preview?.span.key;
  return (
    <ConfirmDialog trigger="Send again" look={{ size: "sm" }} title="Send events again">
      <Form id={`span-${id}`} state={counted} action={count} isPending={isCounting} hidden={{ id }}>
        <FormStatus />
        <Input label="From" name="from" type="datetime-local" defaultValue={preview?.span.from ?? from} />
        <Input label="To" name="to" type="datetime-local" defaultValue={preview?.span.to ?? to} />
        <Select label="Events" name="which" options={WHICH_LABELS} defaultValue={preview?.span.which} />
        <Select
          label="Event type"
          name="type"
          empty="All"
          options={EVENT_TYPE_LABELS}
          defaultValue={preview?.span.type}
        />
        <SubmitButton wide variant="secondary">
          Count events
        </SubmitButton>
      </Form>
      {isStarted && <FormMessage done={started.result.message} />}
      {preview && !isStarted && preview.count === 0 && <p className="mt-4 text-muted">{preview.label}</p>}
      {preview && !isStarted && preview.count > 0 && (
        <Form
          id={`resend-${id}`}
          state={state}
          action={start}
          isPending={isStarting}
          hidden={{ id, ...preview.span }}
          className="mt-4 gap-3"
        >
          <FormStatus />
          <p className="text-muted">
            {preview.label} Each keeps its ID, so a server that has it already can skip it. New events are
            sent in between.
          </p>
          <SubmitButton wide>{preview.button}</SubmitButton>
        </Form>
      )}
    </ConfirmDialog>
  );
}
