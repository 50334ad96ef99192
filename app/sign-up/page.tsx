import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readSignUpSwitch } from "#lib/account/sign-up/sign-up";
import { env } from "#lib/core/env";
import { currentCtx } from "#lib/web/actor";
import { Doorway } from "../sign-in/doorway.tsx";
import { ActionForm, FormAnswer } from "../ui/form.tsx";
import { Input } from "../ui/input.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { signUp } from "./actions.ts";

export const metadata: Metadata = { title: "Ask for an account" };

/** For who wants to sell; a missing page while the operator takes nobody. */
export default async function SignUpPage() {
  const { open } = await readSignUpSwitch(await currentCtx());
  if (!open) notFound();
  return (
    <Doorway
      portal={env().PORTAL_NAME}
      title="Ask for an account"
      lead="Someone looks at it. You get an address that tells you how it stands."
    >
      <SignUpForm />
      <p className="mt-6 text-muted text-sm">
        You have an account?{" "}
        <PageLink href="/sign-in" className="font-medium text-accent underline underline-offset-4">
          Sign in
        </PageLink>
      </p>
    </Doorway>
  );
}

function SignUpForm() {
  return (
    <ActionForm action={signUp} className="gap-5">
      <FormAnswer />
      <Input label="Your name or your shop's" name="name" autoComplete="name" required maxLength={100} />
      <Input
        label="E-mail"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Input label="Phone" name="phone" type="tel" inputMode="tel" autoComplete="tel" required />
      <Textarea label="Where and what you sell" name="about" optional maxLength={500} />
      <SubmitButton size="lg" wide>
        Ask for an account
      </SubmitButton>
    </ActionForm>
  );
}
