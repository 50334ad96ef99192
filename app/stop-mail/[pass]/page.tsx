import type { Metadata } from "next";
import { AuthPage } from "#app/sign-in/auth-page";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { env } from "#lib/core/env";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { readUnsubscribeToken } from "#lib/notification/unsubscribe-from-mail";
import { loadOrNotFound } from "#lib/web/load-or-not-found";
import { unsubscribeAction } from "./actions.ts";

export const metadata: Metadata = { title: "Unsubscribe", robots: { index: false, follow: false } };

/** Unsubscribes from one kind of email, without signing in. */
export default async function StopMailPage({ params }: { params: Promise<{ pass: string }> }) {
  const { pass } = await params;
  const { kind } = await loadOrNotFound(
    Promise.resolve().then(() => readUnsubscribeToken(pass, NOTIFICATION_KINDS)),
  );
  return (
    <AuthPage portal={env().PORTAL_NAME} title="Unsubscribe from these emails" lead={`${kind.label}.`}>
      <ActionForm action={unsubscribeAction} hidden={{ pass }}>
        <FormStatus />
        <SubmitButton size="lg" wide>
          Unsubscribe
        </SubmitButton>
      </ActionForm>
    </AuthPage>
  );
}
