import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { readSignUpSwitch } from "#lib/account/sign-up-switch";
import { env } from "#lib/core/env";
import { currentVisit } from "#lib/web/actor";
import { homeOf, safePath } from "#lib/web/next-path";
import { Doorway } from "./doorway.tsx";
import { SignInForm } from "./form.tsx";

export const metadata: Metadata = { title: "Sign in" };

/** What next-auth's own sign-in route reports in the address, in words. */
const TROUBLE: Record<string, string> = {
  CredentialsSignin: "That e-mail and password do not belong together.",
  rate_limited: "Too many tries. Wait a few minutes, then try again.",
  forbidden: "This account is closed. Ask whoever runs the portal to open it again.",
};

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { next, error } = await searchParams;
  const wanted = safePath(next);
  const { ctx, session } = await currentVisit();
  if (session?.passwordGenerated) redirect("/choose-password");
  if (session) redirect(wanted === "/" ? homeOf(session.actor.kind) : wanted);
  const { open } = await readSignUpSwitch(ctx);
  const trouble =
    typeof error === "string" ? (TROUBLE[error] ?? "That did not work. Please try again.") : undefined;
  return (
    <Doorway portal={env().PORTAL_NAME} title="Sign in">
      <SignInForm next={wanted} trouble={trouble} />
      <p className="mt-6 text-muted text-sm">
        Forgot the password? Ask whoever gave you this address: they can make you a new one.
        {open && (
          <>
            {" "}
            No account yet?{" "}
            <Link href="/sign-up" className="font-medium text-accent underline underline-offset-4">
              Ask for one
            </Link>
          </>
        )}
      </p>
    </Doorway>
  );
}
