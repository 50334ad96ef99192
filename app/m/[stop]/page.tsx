import { AuthPage } from "#app/sign-in/auth-page";
import { ActionButton } from "#app/ui/form/action-button";
import { env } from "#lib/core/env";
import { getRecipientState } from "#lib/message/recipients";
import { getCurrentCtx } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { stopMessagesAction } from "./actions.ts";

export const metadata = { title: "Messages", robots: { index: false, follow: false } };

/** Stops messages to the number that got the link, or takes that back, without signing in. */
export default async function StopMessagesPage({ params }: { params: Promise<{ stop: string }> }) {
  const { stop: code } = await params;
  const { stopped } = await loadOrNotFound(getRecipientState(await getCurrentCtx(), { code }));
  return stopped ? (
    <AuthPage
      title="Messages are stopped"
      lead={`No shop at ${env().PORTAL_NAME} sends messages to your number.`}
    >
      <ActionButton
        action={stopMessagesAction}
        hidden={{ code, stop: "no" }}
        variant="secondary"
        size="lg"
        wide
      >
        Allow messages again
      </ActionButton>
    </AuthPage>
  ) : (
    <AuthPage
      title="Stop messages to your number"
      lead={`From all shops at ${env().PORTAL_NAME}. Orders are delivered as before.`}
    >
      <ActionButton action={stopMessagesAction} hidden={{ code, stop: "yes" }} size="lg" wide>
        Stop messages
      </ActionButton>
    </AuthPage>
  );
}
