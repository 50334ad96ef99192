import { acceptRequestAction, declineRequestAction } from "#app/(reseller)/earn/agents/actions.ts";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { PinField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Money } from "#app/ui/money";
import { Time } from "#app/ui/time";
import { isPinRequired } from "#lib/account/pin/require-pin";
import { type AgentTransferView, listAgentTransfers } from "#lib/agent/answer-request";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";

/** Requests of the parent for money, which the acting agent accepts or declines. */
export async function MoneyRequests({ ctx }: { ctx: Ctx }) {
  const [transfers, asksPin] = await Promise.all([listAgentTransfers(ctx), isPinRequired(ctx)]);
  return transfers
    .filter(({ toAnswer }) => toAnswer)
    .map((request) => <RequestCard key={request.id} request={request} asksPin={asksPin} />);
}

interface Props {
  request: AgentTransferView;
  asksPin: boolean;
}

function RequestCard({ request: { id, other, amount, note, madeAt }, asksPin }: Props) {
  const text = formatMoney(amount < 0n ? -amount : amount);
  return (
    <Card title={`${other} requests money`} className="border-accent">
      <p>
        <Money text={text} size="xl" />
      </p>
      <p className="mt-1 text-muted text-sm">
        <Time at={madeAt} />
        {note && `: ${note}`}. It’s part of what they sent you. You decide: without you, nothing moves.
      </p>
      <div className="mt-4 grid gap-2">
        <ActionForm id={`accept-${id}`} action={acceptRequestAction} hidden={{ id }}>
          <FormStatus />
          {asksPin && <PinField id={`accept-${id}-pin`} />}
          <SubmitButton wide pendingText="Sending">
            <span className="wrap-anywhere">
              Send {text} to {other}
            </span>
          </SubmitButton>
        </ActionForm>
        <ActionForm id={`decline-${id}`} action={declineRequestAction} hidden={{ id }}>
          <FormStatus />
          <SubmitButton variant="secondary" wide>
            Decline
          </SubmitButton>
        </ActionForm>
      </div>
    </Card>
  );
}
