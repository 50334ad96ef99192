import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { sendAgain } from "./actions.ts";

export function SendAgainButton({ messageId }: { messageId: string }) {
  return (
    <ActionForm action={sendAgain} hidden={{ messageId }} className="gap-2">
      <div>
        <SubmitButton variant="secondary" size="sm">
          Send again
        </SubmitButton>
      </div>
      <FormAnswer />
    </ActionForm>
  );
}
