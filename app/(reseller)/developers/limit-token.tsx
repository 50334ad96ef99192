import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ConfirmPassword } from "../../ui/confirm-password.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { LimitFields } from "../../ui/tokens/limit-fields.tsx";
import { limitToken } from "./actions.ts";

interface Props {
  id: number;
  name: string;
  ips: string[];
  origins: string[];
}

/** Where a token works, to be changed. */
export function LimitToken({ id, name, ips, origins }: Props) {
  return (
    <ConfirmDialog trigger="Limits" look={{ size: "sm" }} title={`Where “${name}” works`}>
      <ActionForm id={`limit-${id}`} action={limitToken} hidden={{ id }}>
        <FormAnswer />
        <LimitFields ips={ips} origins={origins} />
        <ConfirmPassword />
        <SubmitButton wide>Save limits</SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}
