import { notFound } from "next/navigation";
import { signUpAction } from "#app/sign-in/actions.ts";
import { AuthPage, EmailInput } from "#app/sign-in/auth-page";
import { Banner } from "#app/ui/banner";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Textarea } from "#app/ui/form/textarea";
import type { Query } from "#app/ui/list/build-href.ts";
import { TextLink } from "#app/ui/page/page-link";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import { findReferrer } from "#lib/referral/referral-code";
import { getCurrentCtx } from "#lib/request/actor";
import { getReferralCookie } from "#lib/request/cookie";

export const metadata = { title: "Sign up" };

/** Requests an account. Not found while sign-up is closed. */
export default async function SignUpPage({ searchParams }: { searchParams: Promise<Query> }) {
  const ctx = await getCurrentCtx();
  const { open } = await readSettings(ctx, signUpSettings);
  if (!open) notFound();
  const referral = await findReferral(ctx, [(await searchParams).referral].flat()[0]);
  return (
    <AuthPage
      title="Sign up"
      lead={
        <span className="in-[main:has(form[data-saved])]:hidden">
          We review each request. You get a link to check its status and to choose your password.
        </span>
      }
    >
      {referral && (
        <Banner className="mb-6" kind="good">
          Referred by {referral.name}.
        </Banner>
      )}
      <SignUpForm referralCode={referral?.code} />
      <p className="mt-6 text-muted text-sm">
        Already have an account? <TextLink href="/sign-in">Sign in</TextLink>
      </p>
      <p className="mt-2 text-muted text-sm">
        <TextLink href="/privacy">Privacy notice</TextLink>
      </p>
    </AuthPage>
  );
}

/** Finds the visitor's referrer: by the address, else by the link that this browser opened last. */
async function findReferral(ctx: Ctx, linked: string | undefined) {
  for (const code of [linked, await getReferralCookie()]) {
    const referrer = code && (await findReferrer(ctx, code));
    if (referrer) return { code, ...referrer };
  }
  return undefined;
}

function SignUpForm({ referralCode }: { referralCode: string | undefined }) {
  return (
    <ActionForm
      action={signUpAction}
      hidden={referralCode ? { referralCode } : {}}
      className="gap-4 md:gap-5"
    >
      <FormStatus />
      <div className="contents in-[form[data-saved]]:hidden">
        <Input label="Your name or business" name="name" autoComplete="name" required maxLength={100} />
        <EmailInput autoComplete="email" />
        <Input label="Phone number" name="phone" type="tel" inputMode="tel" autoComplete="tel" required />
        <Textarea label="About your business" name="about" optional maxLength={500} />
        <SubmitButton size="lg" wide>
          Request account
        </SubmitButton>
      </div>
    </ActionForm>
  );
}
