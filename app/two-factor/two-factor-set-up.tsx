"use client";

import { useState } from "react";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { ButtonLink } from "#app/ui/button-link";
import { CopyButton } from "#app/ui/copy-button";
import { Form, FormStatus } from "#app/ui/form/form";
import { CodeField } from "#app/ui/form/input";
import { ConfirmPassword, PasswordField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import { Download } from "#app/ui/icon/icons.ts";
import { setUpTwoFactorAction, type TwoFactorStep } from "./actions.ts";

interface Props {
  email: string;
  /** Whether an app is in use, whose code is needed. */
  on: boolean;
  home: string;
}

/** Sets up two-factor sign-in step by step in one component, so that no step is lost. */
export function TwoFactorSetUp({ email, on, home }: Props) {
  const [state, send] = useFormAction(setUpTwoFactorAction, null);
  const [seen, setSeen] = useState(state);
  const [step, setStep] = useState<TwoFactorStep>(state?.ok ? state.result : { at: "begin" });
  if (state !== seen) {
    setSeen(state);
    if (state?.ok) setStep(state.result);
  }
  if (step.at === "codes") return <BackupCodesStep codes={step.codes} home={home} />;
  return (
    <Form state={state} action={send} className="gap-5">
      <FormStatus />
      {step.at === "begin" ? <StartStep email={email} on={on} /> : <ScanStep {...step} />}
    </Form>
  );
}

function StartStep({ email, on }: Pick<Props, "email" | "on">) {
  return (
    <>
      <p>
        You need an authenticator app on your phone, such as Google Authenticator, 2FAS or Aegis. Your phone’s
        password manager may also work.
      </p>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Your password" name="confirmPassword" autoComplete="current-password" required />
      {on && <CodeField label="Code from your current app" name="confirmCode" hint="Or a backup code." />}
      <SubmitButton name="intent" value="begin" size="lg" wide>
        Continue
      </SubmitButton>
    </>
  );
}

function ScanStep({ secret, picture, wrong }: Extract<TwoFactorStep, { at: "scan" }>) {
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
          <p className="text-muted">Can’t scan it? Enter this key in the app:</p>
          <p className="mt-1 flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
            <code className="min-w-0 flex-1 break-words font-mono">{grouped}</code>
            <CopyButton text={secret} what="secret" />
          </p>
        </div>
      </div>
      <div className="grid gap-3">
        <p className="font-medium">2. Enter the code from the app</p>
        <CodeField label="Code" name="oneTimeCode" error={wrong ?? undefined} hint="6 digits." />
      </div>
      <ConfirmPassword />
      <SubmitButton name="intent" value="finish" size="lg" wide>
        Turn on
      </SubmitButton>
    </>
  );
}

function BackupCodesStep({ codes, home }: { codes: string[]; home: string }) {
  return (
    <div data-codes className="grid gap-5">
      <Banner kind="good" title="Two-factor sign-in is on">
        You now sign in with your password and a code from the app.
      </Banner>
      <BackupCodeList codes={codes} />
      <ButtonLink href={home} size="lg" wide>
        I’ve saved them
      </ButtonLink>
    </div>
  );
}

export function BackupCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <section aria-label="Backup codes" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">Your backup codes</h2>
        <CopyButton text={codes.join("\n")} what="backup codes" />
      </div>
      <p className="text-muted text-sm">
        Download them or write them down, and keep them away from your phone. Each works once if the app is
        gone. They aren’t shown again.
      </p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-md bg-sunken px-4 py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <a
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\r\n")}\r\n`)}`}
        download="backup-codes.txt"
        className={buttonClass({ variant: "secondary", wide: true })}
      >
        <Download />
        Download codes
      </a>
    </section>
  );
}
