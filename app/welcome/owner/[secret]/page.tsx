import { AuthPage, EmailInput } from "#app/sign-in/auth-page";
import { ButtonLink } from "#app/ui/button-link";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { PasswordField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { isFirstOwnerSecret } from "#lib/account/first-owner";
import { getCurrentCtx } from "#lib/request/actor";
import { createFirstOwnerAction } from "./actions.ts";

/** Not indexed, because the address is a secret. */
export const metadata = {
  title: "Become the owner",
  robots: { index: false, follow: false },
};

/** The first page of a new portal, which setup names. */
export default async function FirstOwnerPage({ params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const ctx = await getCurrentCtx();
  if (!(await isFirstOwnerSecret(ctx, { secret: secret.slice(0, 200) })))
    return (
      <AuthPage
        title="Link expired"
        lead="This portal has an owner already, or the link is too old. For a new one, run kiosk owner link."
      >
        <ButtonLink href="/sign-in" size="lg" wide>
          Sign in
        </ButtonLink>
      </AuthPage>
    );
  return (
    <AuthPage
      title="Become the owner"
      lead="You’ll see and decide everything here. Next, you set up two-factor sign-in."
    >
      <ActionForm action={createFirstOwnerAction} hidden={{ secret }} className="gap-5">
        <FormStatus />
        <Input label="Your name" name="name" autoComplete="name" required maxLength={100} />
        <EmailInput autoComplete="username" />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. Three or four words are easy to remember."
        />
        <SubmitButton size="lg" wide>
          Create account
        </SubmitButton>
      </ActionForm>
    </AuthPage>
  );
}
