import { AuthPage } from "#app/sign-in/auth-page";
import { ActionButton } from "#app/ui/form/action-button";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { readUnsubscribeToken } from "#lib/notification/unsubscribe-from-mail";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { unsubscribeAction } from "./actions.ts";

export const metadata = { title: "Unsubscribe", robots: { index: false, follow: false } };

/** Unsubscribes from one kind of email, without signing in. */
export default async function StopMailPage({ params }: { params: Promise<{ pass: string }> }) {
  const { pass } = await params;
  const { kind } = await loadOrNotFound(
    Promise.resolve().then(() => readUnsubscribeToken(pass, NOTIFICATION_KINDS)),
  );
  return (
    <AuthPage title="Unsubscribe from these emails" lead={`${kind.label}.`}>
      <ActionButton action={unsubscribeAction} hidden={{ pass }} size="lg" wide>
        Unsubscribe
      </ActionButton>
    </AuthPage>
  );
}
