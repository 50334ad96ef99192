import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { readSignUpSwitch } from "#lib/account/sign-up/switch";
import { env } from "#lib/core/env";
import { currentCtx } from "#lib/web/actor";
import { Doorway } from "../sign-in/doorway.tsx";
import { SignUpForm } from "./form.tsx";

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
        <Link href="/sign-in" className="font-medium text-accent underline underline-offset-4">
          Sign in
        </Link>
      </p>
    </Doorway>
  );
}
