import type { ReactNode } from "react";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { PortalLogo } from "#app/ui/shell/parts";
import { SignOutForm } from "#app/ui/shell/sign-out-form";
import { env } from "#lib/core/env";

interface Props {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** Around the pages before one is inside: the portal's mark, and one thing to do. */
export function AuthPage({ title, lead, children }: Props) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col px-4 py-6 md:justify-center md:py-8 md:pb-24">
      <p className="mb-6 flex items-center gap-2.5 font-semibold text-lg md:mb-10">
        <PortalLogo />
        {env().PORTAL_NAME}
      </p>
      <h1 className="font-semibold text-2xl">{title}</h1>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
      <div className="mt-6">{children}</div>
    </main>
  );
}

export function SignOutButton() {
  return (
    <SignOutForm className="mt-3">
      <SubmitButton variant="quiet" wide>
        Sign out
      </SubmitButton>
    </SignOutForm>
  );
}

export function EmailInput({ autoComplete }: { autoComplete: "username" | "email" }) {
  return (
    <Input
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
