"use client";

import { CreatedLinkBanner } from "#app/admin/created-link";
import { inviteResellerAction } from "#app/admin/resellers/actions.ts";
import { ButtonLink } from "#app/ui/button-link";
import { Form, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";

export function InviteForm() {
  const [state, send] = useFormAction(inviteResellerAction, null);
  if (state?.ok) {
    return (
      <div className="grid gap-4">
        <CreatedLinkBanner link={state.result} />
        <div>
          <ButtonLink variant="secondary" href={`/admin/resellers/${state.result.resellerId}`}>
            Open reseller
          </ButtonLink>
        </div>
      </div>
    );
  }
  return (
    <Form state={state} action={send}>
      <FormStatus />
      <Input label="Name" name="name" autoComplete="off" required maxLength={100} />
      <Input label="Email" name="email" type="email" autoComplete="off" required />
      <Select label="Level" name="level" defaultValue="smart_earner" options={LEVEL_LABELS} />
      <Input
        label="Reason"
        name="reason"
        autoComplete="off"
        required
        maxLength={500}
        hint="For the audit log: who requested the account, and who vouches."
      />
      <ConfirmPassword />
      <div>
        <SubmitButton>Create invitation link</SubmitButton>
      </div>
    </Form>
  );
}
