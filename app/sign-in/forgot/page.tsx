import { requestPasswordResetAction } from "#app/sign-in/actions.ts";
import { AuthPage, EmailInput } from "#app/sign-in/auth-page";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { TextLink } from "#app/ui/page/page-link";
import { SupportLinks } from "#app/ui/page/support-links";
import { getOperatorContact } from "#lib/account/operator-contact";
import { isMailEnabled } from "#lib/mail/queue-mail";
import { getCurrentCtx } from "#lib/request/actor";

export const metadata = { title: "Forgot your password?" };

export default async function ForgotPage() {
  const reached = await getOperatorContact(await getCurrentCtx());
  return (
    <AuthPage
      title="Forgot your password?"
      lead={
        isMailEnabled() ? "We’ll email you a link to choose a new password." : "We can’t email you a link."
      }
    >
      {isMailEnabled() && (
        <ActionForm action={requestPasswordResetAction} className="mb-6 gap-5">
          <FormStatus />
          <EmailInput autoComplete="username" />
          <SubmitButton size="lg" wide>
            Send link
          </SubmitButton>
        </ActionForm>
      )}
      <div className="grid gap-3 text-muted text-sm">
        <SupportLinks
          contact={reached}
          before={isMailEnabled() ? "No email? " : ""}
          otherwise={<p>No email? Ask the person who opened your account for a new password.</p>}
        >
          for a new password
        </SupportLinks>
        <p>
          <TextLink href="/sign-in">Back to sign-in</TextLink>
        </p>
      </div>
    </AuthPage>
  );
}
