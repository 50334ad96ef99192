import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { refund, refuse } from "./actions.ts";

/** Tells the customer why their unpaid order is not taken. */
export function Refuse({ code }: { code: string }) {
  return (
    <ConfirmDialog trigger="Refuse" look={{ variant: "quiet", wide: true }} title="Refuse this order">
      <ActionForm id={`refuse-${code}`} action={refuse} hidden={{ code }} noValidate={false}>
        <FormAnswer />
        <Textarea
          label="Why"
          name="reason"
          required
          maxLength={200}
          hint="The customer reads this on the order's page."
        />
        <SubmitButton variant="danger" wide>
          Refuse the order
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}

/** Notes that the customer has their money back. */
export function Refund({ code }: { code: string }) {
  return (
    <ConfirmDialog
      trigger="Money given back"
      look={{ variant: "quiet", wide: true }}
      title="Did you give the money back?"
    >
      <ActionForm id={`refund-${code}`} action={refund} hidden={{ code }} noValidate={false}>
        <FormAnswer />
        <p className="text-muted">
          Give it back first, the way it came. This only notes it: the order ends, and the customer sees it.
        </p>
        <Textarea label="Words for the customer" name="reason" optional maxLength={200} />
        <SubmitButton variant="danger" wide>
          Yes, it is given back
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}
