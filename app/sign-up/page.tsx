import { notFound } from "next/navigation";
import { signUpAction } from "#app/sign-in/actions.ts";
import { AuthPage, EmailInput } from "#app/sign-in/auth-page";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Textarea } from "#app/ui/form/textarea";
import { TextLink } from "#app/ui/page/page-link";
import { readSignUpSwitch } from "#lib/account/sign-up/sign-up";
import { env } from "#lib/core/env";
import { getCurrentCtx } from "#lib/web/actor";

export const metadata = { title: "Sign up" };

/** Requests an account. Not found while sign-up is closed. */
export default async function SignUpPage() {
  const { open } = await readSignUpSwitch(await getCurrentCtx());
  if (!open) notFound();
  return (
    <AuthPage
      portal={env().PORTAL_NAME}
      title="Sign up"
      lead="We review each request. You get a link to check its status."
    >
      <SignUpForm />
      <p className="mt-6 text-muted text-sm">
        Already have an account? <TextLink href="/sign-in">Sign in</TextLink>
      </p>
    </AuthPage>
  );
}

function SignUpForm() {
  return (
    <ActionForm action={signUpAction} className="gap-5">
      <FormStatus />
      <Input label="Your name or business" name="name" autoComplete="name" required maxLength={100} />
      <EmailInput autoComplete="email" />
      <Input label="Phone number" name="phone" type="tel" inputMode="tel" autoComplete="tel" required />
      <Textarea label="About your business" name="about" optional maxLength={500} />
      <SubmitButton size="lg" wide>
        Request account
      </SubmitButton>
    </ActionForm>
  );
}
