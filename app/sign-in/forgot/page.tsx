import type { Metadata } from "next";
import { contact } from "#lib/account/contact";
import { env } from "#lib/core/env";
import { sendsMail } from "#lib/mail/write-mail";
import { currentCtx } from "#lib/web/actor";
import { AskUs, WithContact } from "../../ui/ask-us.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Doorway } from "../doorway.tsx";
import { ask } from "./actions.ts";

export const metadata: Metadata = { title: "Forgot your password?" };

/** For who cannot sign in: a link by mail, or, where no mail is sent, whom to ask. */
export default async function ForgotPage() {
  const reached = await contact(await currentCtx());
  return (
    <Doorway
      portal={env().PORTAL_NAME}
      title="Forgot your password?"
      lead={
        sendsMail()
          ? "We mail you a link by which you choose a new one."
          : "The portal sends no mail, so a person helps you."
      }
    >
      {sendsMail() && (
        <ActionForm action={ask} className="mb-6 gap-5">
          <FormAnswer />
          <Input
            label="E-mail"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <SubmitButton size="lg" wide>
            Send me a link
          </SubmitButton>
        </ActionForm>
      )}
      <div className="grid gap-3 text-muted text-sm">
        <WithContact contact={reached}>
          <AskUs before={sendsMail() ? "No mail comes? " : ""}>for a new password</AskUs>
        </WithContact>
        <p>
          <PageLink href="/sign-in" className="font-medium text-accent underline underline-offset-4">
            Back to sign-in
          </PageLink>
        </p>
      </div>
    </Doorway>
  );
}
