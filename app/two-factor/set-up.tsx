"use client";

import { useActionState, useState } from "react";
import { ButtonLink } from "../ui/button-link.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Form, FormAnswer } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { ConfirmPassword, PasswordField } from "../ui/password-field.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { type Step, setUp } from "./actions.ts";
import { BackupCodes } from "./backup-codes.tsx";

interface Props {
  email: string;
  /** An app is in use already: its code is asked, and it works until the new one does. */
  on: boolean;
  /** Where to go when it is done. */
  home: string;
}

/** Password, app, code, backup codes: one step after the other, in one component so that none is lost. */
export function SetUp({ email, on, home }: Props) {
  const [state, send] = useActionState(setUp, null);
  const [seen, setSeen] = useState(state);
  const [step, setStep] = useState<Step>(state?.ok ? state.result : { at: "begin" });
  if (state !== seen) {
    setSeen(state);
    if (state?.ok) setStep(state.result);
  }
  if (step.at === "codes") return <Codes codes={step.codes} home={home} />;
  return (
    <Form state={state} action={send} className="gap-5">
      <FormAnswer />
      {step.at === "begin" ? <Begin email={email} on={on} /> : <Scan {...step} />}
    </Form>
  );
}

function Begin({ email, on }: Pick<Props, "email" | "on">) {
  return (
    <>
      <p>
        You need an app on your phone that makes codes, such as Google Authenticator, 2FAS or Aegis. The
        password keeper of your phone may be one too.
      </p>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Your password" name="confirmPassword" autoComplete="current-password" required />
      {on && <CodeField label="Code of the app you use now" name="confirmCode" hint="Or a backup code." />}
      <SubmitButton name="intent" value="begin" size="lg" wide>
        Go on
      </SubmitButton>
    </>
  );
}

function Scan({ secret, picture, wrong }: Extract<Step, { at: "scan" }>) {
  const grouped = secret.match(/.{1,4}/g)?.join(" ") ?? secret;
  return (
    <>
      <div className="grid gap-3">
        <p className="font-medium">1. Scan this with the app</p>
        {/* biome-ignore lint/performance/noImgElement: drawn here, nothing is fetched */}
        <img
          src={picture}
          alt="QR code with the secret for your app"
          width={208}
          height={208}
          className="size-52 rounded-md bg-[#fff]"
        />
        <div className="text-sm">
          <p className="text-muted">On this very phone, or no camera? Type or paste this into the app:</p>
          <p className="mt-1 flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
            <code className="min-w-0 flex-1 break-words font-mono">{grouped}</code>
            <CopyButton text={secret} what="secret" />
          </p>
        </div>
      </div>
      <div className="grid gap-3">
        <p className="font-medium">2. Type the code that it shows</p>
        <CodeField label="Code" name="oneTimeCode" error={wrong ?? undefined} hint="Six digits." />
      </div>
      <ConfirmPassword />
      <SubmitButton name="intent" value="finish" size="lg" wide>
        Turn it on
      </SubmitButton>
    </>
  );
}

function Codes({ codes, home }: { codes: string[]; home: string }) {
  return (
    <div data-codes className="grid gap-5">
      <Notice kind="good" title="Two-factor sign-in is on">
        From now on signing in takes your password and a code of the app.
      </Notice>
      <BackupCodes codes={codes} />
      <ButtonLink href={home} size="lg" wide>
        I have kept them
      </ButtonLink>
    </div>
  );
}
