import { headers } from "next/headers";
import { choosePasswordByLinkAction } from "#app/choose-password/actions.ts";
import { ChoosePasswordForm } from "#app/choose-password/choose-password-form";
import { AuthPage } from "#app/sign-in/auth-page";
import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { CopyButton } from "#app/ui/copy-button";
import { SupportLinks } from "#app/ui/page/support-links";
import { getOperatorContact, type OperatorContact } from "#lib/account/operator-contact";
import {
  findLinkHolderContext,
  getPasswordLinkStatus,
  type PasswordLinkStatus,
} from "#lib/account/password/choose-password-by-link";
import { env } from "#lib/core/env";
import { getEmployerName } from "#lib/helper/own-helper";
import { modules } from "#lib/modules";
import { getCurrentCtx } from "#lib/request/actor";
import { getAccessReview } from "#lib/reseller/access-review";

/** Not indexed, because the address is a secret. */
export const metadata = {
  title: "Welcome",
  robots: { index: false, follow: false },
};

export default async function WelcomePage({ params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const ctx = await getCurrentCtx();
  const [link, reached] = await Promise.all([
    getPasswordLinkStatus(ctx, { secret: secret.slice(0, 100) }),
    getOperatorContact(ctx),
  ]);
  if (link.state === "valid") {
    const holder = await findLinkHolderContext(ctx, { secret });
    const review = holder && (await getAccessReview(holder, modules));
    const employer = holder?.actor.kind === "helper" && (await getEmployerName(holder));
    const invitation = employer ? `${employer} invited you to sell data from its wallet. ` : "";
    return (
      <AuthPage
        title={`Welcome, ${link.name}`}
        lead={`${invitation}Choose a password that only you know. This link works once.`}
      >
        <ChoosePasswordForm
          action={choosePasswordByLinkAction}
          hidden={{ secret }}
          email={link.email}
          review={review}
        >
          <p className="text-muted">
            You sign in as <span className="font-medium text-ink">{link.email}</span>
          </p>
        </ChoosePasswordForm>
      </AuthPage>
    );
  }
  return (
    <AuthPage {...LINK_TEXTS[link.state]}>
      <WelcomeForm
        link={link}
        address={new URL((await headers()).get("x-path") ?? "/", env().NEXTAUTH_URL).href}
        contact={reached}
      />
    </AuthPage>
  );
}

const LINK_TEXTS = {
  pending: {
    title: "Request received",
    lead: "We’re reviewing it. Save this address and come back: after approval, you choose your password here.",
  },
  unapproved: {
    title: "Link awaits approval",
    lead: "It works as soon as support approves it. Save this address and come back: you choose your password here.",
  },
  rejected: { title: "Request rejected", lead: "No account was created." },
  over: {
    title: "Link expired",
    lead: "This link was used, replaced, rejected or is too old. If you have a password, sign in.",
  },
} as const;

interface Props {
  link: PasswordLinkStatus;
  address: string;
  contact: OperatorContact;
}

function WelcomeForm({ link, address, contact }: Props) {
  if (link.state === "pending" || link.state === "unapproved") {
    return (
      <p className="flex items-center gap-1 rounded-md bg-sunken p-3">
        <code className="min-w-0 break-all font-mono text-sm">{address}</code>
        <CopyButton text={address} what="address" />
      </p>
    );
  }
  if (link.state === "rejected") return <Banner kind="warn">{link.reason}</Banner>;
  return (
    <>
      <ButtonLink href="/sign-in" size="lg" wide>
        Sign in
      </ButtonLink>
      <SupportLinks contact={contact} before="No password? " className="mt-6 text-muted text-sm">
        for a new link
      </SupportLinks>
    </>
  );
}
