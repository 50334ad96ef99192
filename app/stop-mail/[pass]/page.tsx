import { AuthPage } from "#app/sign-in/auth-page";
import { ActionButton } from "#app/ui/form/action-button";
import { NOTIFICATION_GROUPS } from "#lib/core/notification-group";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { readUnsubscribeToken } from "#lib/notification/unsubscribe-from-mail";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { unsubscribeAction } from "./actions.ts";

export const metadata = { title: "Unsubscribe", robots: { index: false, follow: false } };

/** Unsubscribes from one group of emails, without signing in. */
export default async function StopMailPage({ params }: { params: Promise<{ pass: string }> }) {
  const { pass } = await params;
  const { group } = await loadOrNotFound(
    Promise.resolve().then(() => readUnsubscribeToken(pass, NOTIFICATION_KINDS)),
  );
  return (
    <AuthPage title="Unsubscribe from these emails" lead={`${NOTIFICATION_GROUPS[group].label}.`}>
      <ActionButton action={unsubscribeAction} hidden={{ pass }} size="lg" wide>
        Unsubscribe
      </ActionButton>
    </AuthPage>
  );
}
