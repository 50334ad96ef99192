import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { contact } from "#lib/account/contact";
import { openHalf } from "#lib/account/session/finish-sign-in";
import { env } from "#lib/core/env";
import { currentBrowser, currentHalf, currentVisit } from "#lib/web/actor";
import { safePath, signInPath } from "#lib/web/next-path";
import { AskUs, WithContact } from "../../ui/ask-us.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { giveCode, startOver } from "../actions.ts";
import { Doorway } from "../doorway.tsx";

export const metadata: Metadata = { title: "Your code" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The second step of signing in, in the browser that gave the password. */
export default async function CodePage({ searchParams }: Props) {
  const next = safePath((await searchParams).next);
  const [{ ctx }, { device }, half] = await Promise.all([currentVisit(), currentBrowser(), currentHalf()]);
  const account = half && (await openHalf(ctx, { half, device }));
  if (!account) redirect(signInPath(next));
  return (
    <Doorway
      portal={env().PORTAL_NAME}
      title="Your code"
      lead="Open the app on your phone that makes your codes, and type the one it shows."
    >
      <ActionForm action={giveCode} hidden={{ next }} className="gap-5">
        <FormAnswer />
        <CodeField label="Code" name="oneTimeCode" hint="Six digits. A new one comes every 30 seconds." />
        <Checkbox
          name="remember"
          value="yes"
          label="Ask for no code here for 30 days"
          note="Only on a device that nobody else uses."
        />
        <SubmitButton size="lg" wide>
          Sign in
        </SubmitButton>
        <Fold title="No phone at hand?">
          <div className="grid gap-4 pt-1">
            <Input
              label="Backup code"
              name="backupCode"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              optional
              hint="One of the ten that you kept. Each works once."
              className="font-mono"
            />
            <SubmitButton variant="secondary" wide>
              Sign in with it
            </SubmitButton>
          </div>
        </Fold>
      </ActionForm>
      <div className="mt-2 grid gap-3 text-muted text-sm">
        <WithContact contact={await contact(ctx)}>
          <AskUs before="Lost both? ">for a reset</AskUs>
        </WithContact>
        <ActionForm action={startOver}>
          <SubmitButton variant="quiet" wide>
            Not {account.email}? Start over
          </SubmitButton>
        </ActionForm>
      </div>
    </Doorway>
  );
}
