"use server";

import { redirect } from "next/navigation";
import { acceptRequest, declineRequest, withdrawRequest } from "#lib/agent/answer-request";
import { EndAgentInput, endAgent, keepAgent, leaveParent } from "#lib/agent/end-pair";
import { InviteAgentInput, inviteAgent, withdrawInvitation } from "#lib/agent/invite-agent";
import { requestMoney, type SendToAgentInput, sendToAgent } from "#lib/agent/send-money";
import { env } from "#lib/core/env";
import { Amount } from "#lib/core/money/amount";
import { formatMoney } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";
import { createResellerAction } from "#lib/request/page-action";

export const inviteAgentAction = createResellerAction(
  inviteAgent,
  ({ secret, expiresAt }, { phone }) => ({
    address: new URL(`/sign-up?agent=${secret}`, env().NEXTAUTH_URL).href,
    until: formatTime(expiresAt),
    phone,
  }),
  { form: InviteAgentInput },
);

export const withdrawInvitationAction = createResellerAction(withdrawInvitation, () =>
  redirect("/earn/agents"),
);

export const endAgentAction = createResellerAction(
  endAgent,
  ({ endsAt }) => `Planned. They’re your agent until ${formatTime(endsAt)}.`,
  { form: EndAgentInput },
);

export const keepAgentAction = createResellerAction(keepAgent);

export const leaveParentAction = createResellerAction(
  (ctx, _: object) => leaveParent(ctx),
  () => redirect("/prices?left=yes"),
);

const formatAmount = ({ amount }: Pick<SendToAgentInput, "amount">) => formatMoney(Amount.parse(amount));

export const sendToAgentAction = createResellerAction(
  sendToAgent,
  (_, input) => `Sent ${formatAmount(input)}. It’s in their wallet now.`,
);

export const requestMoneyAction = createResellerAction(
  requestMoney,
  (_, input) => `Requested ${formatAmount(input)}. It moves when they accept.`,
);

export const withdrawRequestAction = createResellerAction(withdrawRequest);

export const acceptRequestAction = createResellerAction(acceptRequest, () =>
  redirect("/wallet?request=accepted"),
);

export const declineRequestAction = createResellerAction(declineRequest, () =>
  redirect("/wallet?request=declined"),
);
