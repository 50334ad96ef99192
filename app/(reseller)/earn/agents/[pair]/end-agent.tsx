import { endAgentAction, keepAgentAction } from "#app/(reseller)/earn/agents/actions.ts";
import { Banner } from "#app/ui/banner";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Time } from "#app/ui/time";
import { NOTICE_DAYS } from "#lib/agent/end-pair";
import type { AgentView } from "#lib/agent/list-agents";

/** Plans the end of the reseller's price for an agent. */
export function EndAgent({ agent: { id, name } }: { agent: AgentView }) {
  return (
    <ConfirmDialog
      trigger="End agent"
      look={{ variant: "danger", wide: true }}
      title={`End ${name} as your agent?`}
    >
      <ActionForm id="end" action={endAgentAction} hidden={{ pairId: id }}>
        <FormStatus />
        <p className="text-muted">
          They’re notified now, and buy at your price for {NOTICE_DAYS} more days. Then they stay resellers at
          their own level’s price. They keep their money, and you keep what you earned.
        </p>
        <Input label="Reason" name="reason" required maxLength={500} autoComplete="off" hint="They see it." />
        <SubmitButton variant="danger" wide>
          End agent
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}

/** When an agent's price ended or ends, why, and the way back. */
export function EndBanner({ agent: { id, name, state, endsAt, endedAt, reason } }: { agent: AgentView }) {
  if (endedAt)
    return (
      <Banner
        title={
          <>
            Ended <Time at={endedAt} />
          </>
        }
      >
        {reason} What you earned stays yours.
      </Banner>
    );
  if (state !== "active" || !endsAt) return null;
  return (
    <Banner
      kind="warn"
      title={
        <>
          {name} is your agent until <Time at={endsAt} />
        </>
      }
      action={
        <ActionForm id="keep" action={keepAgentAction} hidden={{ pairId: id }}>
          <FormStatus />
          <SubmitButton variant="secondary" size="sm">
            Keep agent
          </SubmitButton>
        </ActionForm>
      }
    >
      {reason}
    </Banner>
  );
}
