import { withdrawInvitationAction } from "#app/(reseller)/earn/agents/actions.ts";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Time } from "#app/ui/time";
import type { AgentView } from "#lib/agent/list-agents";
import { formatPhone } from "#lib/core/text/phone";

const TEXTS = {
  invited: "They aren’t your agent yet: they sign up by your link first, and support approves them.",
  applied: "They signed up by your link. Support reviews the request.",
  ended: "They didn’t become your agent.",
  active: "",
};

/** An invitation, before support has approved an account. */
export function InvitationCard({ agent }: { agent: AgentView }) {
  const { id, name, phone, state, invitedAt, expiresAt, reason } = agent;
  return (
    <Card title="Invitation">
      <p className="mb-3 text-muted">{TEXTS[state]}</p>
      <DescriptionList
        facts={[
          phone !== null && { label: "Phone number", value: formatPhone(phone) },
          { label: "Invited", value: <Time at={invitedAt} /> },
          state === "invited" && { label: "Link expires", value: <Time at={expiresAt} /> },
          state === "ended" && { label: "Reason", value: reason },
        ]}
      />
      {state === "invited" && (
        <div className="mt-4">
          <ConfirmDialog
            trigger="Withdraw invitation"
            look={{ variant: "danger" }}
            title={`Withdraw the invitation of ${name}?`}
          >
            <ActionForm id="withdraw" action={withdrawInvitationAction} hidden={{ id }}>
              <FormStatus />
              <p className="text-muted">Its link stops working. You can invite them again with a new link.</p>
              <SubmitButton variant="danger" wide>
                Withdraw invitation
              </SubmitButton>
            </ActionForm>
          </ConfirmDialog>
        </div>
      )}
    </Card>
  );
}
