import { redirect } from "next/navigation";
import { restartSignInAction, submitCodeAction } from "#app/sign-in/actions.ts";
import { AuthPage } from "#app/sign-in/auth-page";
import { Disclosure } from "#app/ui/disclosure";
import { Checkbox } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { CodeField, Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import type { Query } from "#app/ui/list/build-href.ts";
import { SupportLinks } from "#app/ui/page/support-links";
import { getOperatorContact } from "#lib/account/operator-contact";
import { findPendingSignIn } from "#lib/account/session/finish-sign-in";
import { getCurrentBrowser, getCurrentVisit, getPendingSignIn } from "#lib/request/actor";
import { buildSignInPath, toSafePath } from "#lib/request/next-path";

export const metadata = { title: "Authentication code" };

/** The second sign-in step, in the browser that entered the password. */
export default async function CodePage({ searchParams }: { searchParams: Promise<Query> }) {
  const next = toSafePath((await searchParams).next);
  const [{ ctx }, { device }, half] = await Promise.all([
    getCurrentVisit(),
    getCurrentBrowser(),
    getPendingSignIn(),
  ]);
  const account = half && (await findPendingSignIn(ctx, { half, device }));
  if (!account) redirect(buildSignInPath(next));
  return (
    <AuthPage title="Authentication code" lead="Open your authenticator app and enter the code it shows.">
      <ActionForm action={submitCodeAction} hidden={{ next }} className="gap-5">
        <FormStatus />
        <CodeField label="Code" name="oneTimeCode" hint="6 digits. The code changes every 30 seconds." />
        <Checkbox
          name="remember"
          value="yes"
          label="Trust this device for 30 days"
          note="Choose this only on a device that only you use."
        />
        <SubmitButton size="lg" wide>
          Sign in
        </SubmitButton>
        <Disclosure title="Don’t have your phone?">
          <div className="grid gap-4 pt-1">
            <Input
              label="Backup code"
              name="backupCode"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              optional
              hint="One of your ten backup codes. Each works once."
              className="font-mono"
            />
            <SubmitButton variant="secondary" wide>
              Sign in with backup code
            </SubmitButton>
          </div>
        </Disclosure>
      </ActionForm>
      <div className="mt-2 grid gap-3 text-muted text-sm">
        <SupportLinks
          contact={await getOperatorContact(ctx)}
          before="Lost both? "
          otherwise={<p>Lost both? Ask the person who opened your account for a reset.</p>}
        >
          for a reset
        </SupportLinks>
        <ActionForm action={restartSignInAction}>
          <SubmitButton variant="quiet" wide>
            Not {account.email}? Start over
          </SubmitButton>
        </ActionForm>
      </div>
    </AuthPage>
  );
}
