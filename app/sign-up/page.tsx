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
import { findAgentInvitation, type OpenAgentInvitation } from "#lib/account/sign-up/agent-invitation";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import { findReferrer } from "#lib/referral/referral-code";
import { getCurrentCtx } from "#lib/request/actor";
import { getReferralCookie } from "#lib/request/cookie";

export const metadata = { title: "Sign up" };

/** Requests an account. Not found while sign-up is closed, except by an agent’s invitation. */
export default async function SignUpPage({ searchParams }: { searchParams: Promise<Query> }) {
  const ctx = await getCurrentCtx();
  const query = await searchParams;
  const secret = [query.agent].flat()[0];
  const [{ open }, invitation] = await Promise.all([
    readSettings(ctx, signUpSettings),
    secret ? findAgentInvitation(ctx, secret) : undefined,
  ]);
  if (!open && !secret) notFound();
  // An agent’s invitation takes the place of a referral.
  const referral = invitation ? undefined : await findReferral(ctx, [query.referral].flat()[0]);
  return (
    <AuthPage
      title="Sign up"
      lead={
        <span className="in-[main:has(form[data-saved])]:hidden">
          We review each request. You get a link to check its status and to choose your password.
        </span>
      }
    >
      {secret && !invitation && <EndedInvitationBanner open={open} />}
      {invitation && <InvitationBanner invitation={invitation} />}
      {referral && (
        <Banner className="mb-6" kind="good">
          Referred by {referral.name}.
        </Banner>
      )}
      {(open || invitation) && (
        <SignUpForm
          hidden={{
            ...(referral && { referralCode: referral.code }),
            ...(invitation && secret && { invitation: secret }),
          }}
          invitation={invitation}
        />
      )}
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

function InvitationBanner({ invitation: { parent } }: { invitation: OpenAgentInvitation }) {
  return (
    <Banner
      className="mb-6 in-[main:has(form[data-saved])]:hidden"
      kind="good"
      title={`${parent} invites you to sell data`}
    >
      You get a wallet of your own. You buy at the prices of {parent}, who earns a part of them. They never
      see your customers or selling prices, and you can leave at any time.
    </Banner>
  );
}

function EndedInvitationBanner({ open }: { open: boolean }) {
  return (
    <Banner
      className="mb-6 in-[main:has(form[data-saved])]:hidden"
      kind="warn"
      title="This invitation can’t be used"
    >
      It has expired, or was used or withdrawn. Ask for a new link{open && ", or sign up without it"}.
    </Banner>
  );
}

interface FormProps {
  hidden: Record<string, string>;
  invitation: OpenAgentInvitation | undefined;
}

function SignUpForm({ hidden, invitation }: FormProps) {
  return (
    <ActionForm action={signUpAction} hidden={hidden} className="gap-4 md:gap-5">
      <FormStatus />
      <div className="contents in-[form[data-saved]]:hidden">
        <Input
          label="Your name or business"
          name="name"
          autoComplete="name"
          required
          maxLength={100}
          defaultValue={invitation?.name}
        />
        <EmailInput autoComplete="email" />
        <Input
          label="Phone number"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          defaultValue={invitation?.phone}
        />
        <Textarea label="About your business" name="about" optional maxLength={500} />
        <SubmitButton size="lg" wide>
          Request account
        </SubmitButton>
      </div>
    </ActionForm>
  );
}
