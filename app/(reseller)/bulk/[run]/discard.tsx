import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { discard } from "../actions.ts";

/** Throws a list away that was not begun: asks first, since somebody typed it. */
export function Discard({ id }: { id: number }) {
  return (
    <ConfirmDialog trigger="Throw away" title="Throw this list away?" cancel="Keep it">
      <p>Its rows are gone then. Nothing was charged.</p>
      <ActionForm action={discard} id="discard" hidden={{ id }}>
        <FormAnswer />
        <SubmitButton variant="danger" wide>
          Throw it away
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}
