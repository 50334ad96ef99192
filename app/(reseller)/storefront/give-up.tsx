"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useFirstError } from "../../ui/use-first-error.ts";
import { refund, refuse } from "./actions.ts";

/** Tells the customer why their unpaid order is not taken. */
export function Refuse({ code }: { code: string }) {
  const [state, send] = useActionState(refuse, null);
  const { message, error, typed } = shown(state);
  return (
    <ConfirmDialog trigger="Refuse" look={{ variant: "quiet", wide: true }} title="Refuse this order">
      <form ref={useFirstError(state)} action={send} className="flex flex-col gap-4">
        <FormMessage error={message} />
        <input type="hidden" name="code" value={code} />
        <Textarea
          label="Why"
          name="reason"
          id={`why-${code}`}
          required
          maxLength={200}
          defaultValue={typed("reason")}
          error={error("reason")}
          hint="The customer reads this on the order's page."
        />
        <SubmitButton variant="danger" wide>
          Refuse the order
        </SubmitButton>
      </form>
    </ConfirmDialog>
  );
}

/** Notes that the customer has their money back. */
export function Refund({ code }: { code: string }) {
  const [state, send] = useActionState(refund, null);
  const { message, error, typed } = shown(state);
  return (
    <ConfirmDialog
      trigger="Money given back"
      look={{ variant: "quiet", wide: true }}
      title="Did you give the money back?"
    >
      <form ref={useFirstError(state)} action={send} className="flex flex-col gap-4">
        <FormMessage error={message} />
        <p className="text-muted">
          Give it back first, the way it came. This only notes it: the order ends, and the customer sees it.
        </p>
        <input type="hidden" name="code" value={code} />
        <Textarea
          label="Words for the customer"
          name="reason"
          id={`back-${code}`}
          optional
          maxLength={200}
          defaultValue={typed("reason")}
          error={error("reason")}
        />
        <SubmitButton variant="danger" wide>
          Yes, it is given back
        </SubmitButton>
      </form>
    </ConfirmDialog>
  );
}
