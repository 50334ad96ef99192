import { CreatedLinkResult } from "#app/admin/created-link";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { env } from "#lib/core/env";
import { inviteAgentAction } from "./actions.ts";

/** Invites an agent by a link that the reseller sends. */
export function InviteCard({ inviter, title }: { inviter: string; title: string }) {
  return (
    <Card title={title}>
      <ActionForm id="invite" action={inviteAgentAction}>
        <FormStatus />
        <CreatedLinkResult
          text="They sign up with it, and support approves them."
          message={`${inviter} invites you to sell data on ${env().PORTAL_NAME} with a wallet of your own. Sign up here:`}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Input label="Name" name="name" required maxLength={100} autoComplete="off" />
          <Input label="Phone number" name="phone" type="tel" inputMode="tel" required autoComplete="off" />
        </div>
        <ConfirmPassword />
        <SubmitButton className="self-start max-sm:w-full">Invite agent</SubmitButton>
      </ActionForm>
    </Card>
  );
}
