import { redirect } from "next/navigation";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { PasswordField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import type { Query } from "#app/ui/list/build-href.ts";
import { TextLink } from "#app/ui/page/page-link";
import { SupportLinks } from "#app/ui/page/support-links";
import { getOperatorContact } from "#lib/account/operator-contact";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { isMailEnabled } from "#lib/mail/queue-mail";
import { getCurrentVisit } from "#lib/request/actor";
import { markUnavailable } from "#lib/request/mark-unavailable";
import { buildCodePath, getHomePath, toSafePath } from "#lib/request/next-path";
import { signInAction } from "./actions.ts";
import { AuthPage, EmailInput } from "./auth-page.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

export const metadata = { title: "Sign in" };

/** The errors that next-auth reports in the address. */
const ERROR_TEXTS = new Map([
  ["CredentialsSignin", "Wrong email or password. Try again."],
  ["rate_limited", "Too many attempts. Wait a few minutes, then try again."],
  ["forbidden", "This account is closed, so you can’t sign in."],
]);

export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { next, error } = await searchParams;
  const wanted = toSafePath(next);
  if (error === "code") redirect(buildCodePath(wanted));
  const { ctx, session } = await getCurrentVisit();
  if (session?.passwordGenerated) redirect("/choose-password");
  if (session) redirect(wanted === "/" ? getHomePath(session.actor.kind) : wanted);
  const [{ open }, reached] = await markUnavailable(
    Promise.all([readSettings(ctx, signUpSettings), getOperatorContact(ctx)]),
  );
  const trouble =
    typeof error === "string" ? (ERROR_TEXTS.get(error) ?? "Sign-in failed. Try again.") : undefined;
  return (
    <AuthPage title="Sign in">
      <ActionForm action={signInAction} hidden={{ next: wanted }} className="gap-5">
        <FormStatus trouble={trouble} />
        <EmailInput autoComplete="username" />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <SubmitButton size="lg" wide>
          Sign in
        </SubmitButton>
      </ActionForm>
      <PasskeyButton next={wanted} />
      <div className="mt-6 grid gap-3 text-muted text-sm">
        {isMailEnabled() ? (
          <p>
            <TextLink href="/sign-in/forgot">Forgot your password?</TextLink>
          </p>
        ) : (
          <SupportLinks
            contact={reached}
            before="Forgot your password? "
            otherwise={<p>Forgot your password? Ask the person who opened your account for a new one.</p>}
          >
            for a new one
          </SupportLinks>
        )}
        {open && (
          <p>
            No account yet? <TextLink href="/sign-up">Sign up</TextLink>
          </p>
        )}
      </div>
    </AuthPage>
  );
}
