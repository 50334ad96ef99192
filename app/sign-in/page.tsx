import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { contact } from "#lib/account/contact";
import { readSignUpSwitch } from "#lib/account/sign-up/sign-up";
import { env } from "#lib/core/env";
import { sendsMail } from "#lib/mail/write-mail";
import { currentVisit } from "#lib/web/actor";
import { markUnavailable } from "#lib/web/mark-unavailable";
import { codePath, homeOf, safePath } from "#lib/web/next-path";
import { AskUs, WithContact } from "../ui/ask-us.tsx";
import { ActionForm, FormAnswer } from "../ui/form.tsx";
import { Input } from "../ui/input.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { ForgetOffline } from "../ui/shell/offline.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { signIn } from "./actions.ts";
import { Doorway } from "./doorway.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

export const metadata: Metadata = { title: "Sign in" };

/** What next-auth's own sign-in route reports in the address, in words. */
const TROUBLE: Record<string, string> = {
  CredentialsSignin: "That e-mail and password do not belong together.",
  rate_limited: "Too many tries. Wait a few minutes, then try again.",
  forbidden: "This account is closed. Ask for it to be opened again.",
};

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { next, error } = await searchParams;
  const wanted = safePath(next);
  if (error === "code") redirect(codePath(wanted));
  const { ctx, session } = await currentVisit();
  if (session?.passwordGenerated) redirect("/choose-password");
  if (session) redirect(wanted === "/" ? homeOf(session.actor.kind) : wanted);
  const [{ open }, reached] = await markUnavailable(Promise.all([readSignUpSwitch(ctx), contact(ctx)]));
  const trouble =
    typeof error === "string" ? (TROUBLE[error] ?? "That did not work. Please try again.") : undefined;
  return (
    <Doorway portal={env().PORTAL_NAME} title="Sign in">
      <ForgetOffline />
      <SignInForm next={wanted} trouble={trouble} />
      <PasskeyButton next={wanted} />
      <div className="mt-6 grid gap-3 text-muted text-sm">
        {sendsMail() ? (
          <p>
            <PageLink href="/sign-in/forgot" className="font-medium text-accent underline underline-offset-4">
              Forgot your password?
            </PageLink>
          </p>
        ) : (
          <WithContact contact={reached}>
            <AskUs before="Forgot the password? ">for a new one</AskUs>
          </WithContact>
        )}
        {open && (
          <p>
            No account yet?{" "}
            <PageLink href="/sign-up" className="font-medium text-accent underline underline-offset-4">
              Ask for one
            </PageLink>
          </p>
        )}
      </div>
    </Doorway>
  );
}

interface FormProps {
  /** Where to go afterwards; checked again on the server. */
  next: string;
  /** What went wrong before this page was opened. */
  trouble: string | undefined;
}

function SignInForm({ next, trouble }: FormProps) {
  return (
    <ActionForm action={signIn} hidden={{ next }} className="gap-5">
      <FormAnswer trouble={trouble} />
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
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <SubmitButton size="lg" wide>
        Sign in
      </SubmitButton>
    </ActionForm>
  );
}
