import type { Metadata } from "next";
import { env } from "#lib/core/env";
import { readStop } from "#lib/notice/stop-mail";
import { orNotFound } from "#lib/web/or-not-found";
import { Doorway } from "../../sign-in/doorway.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { stop } from "./actions.ts";

export const metadata: Metadata = { title: "No more mail", robots: { index: false, follow: false } };

/** Where a mail leads whoever wants no more of its kind; without signing in. */
export default async function StopMailPage({ params }: { params: Promise<{ pass: string }> }) {
  const { pass } = await params;
  const { label } = await orNotFound(Promise.resolve().then(() => readStop(pass)));
  return (
    <Doorway portal={env().PORTAL_NAME} title="No more mail about this" lead={`${label}.`}>
      <ActionForm action={stop} hidden={{ pass }}>
        <FormAnswer />
        <SubmitButton size="lg" wide>
          Send me no more
        </SubmitButton>
      </ActionForm>
    </Doorway>
  );
}
