import type { Metadata } from "next";
import { headers } from "next/headers";
import { contact } from "#lib/account/contact";
import { holderOf, type OpenedLink, openLink } from "#lib/account/password/choose-by-link";
import { env } from "#lib/core/env";
import { leftBehind } from "#lib/safety/left-behind";
import { currentCtx } from "#lib/web/actor";
import { ChoosePasswordForm } from "../../choose-password/form.tsx";
import { Doorway } from "../../sign-in/doorway.tsx";
import { AskUs, WithContact } from "../../ui/ask-us.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { choose } from "./actions.ts";

/** The address itself is a secret: it is nobody's to find. */
export const metadata: Metadata = {
  title: "Welcome",
  robots: { index: false, follow: false },
};

/** Where a link leads: to choose a password, or to read how a request for an account stands. */
export default async function WelcomePage({ params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const ctx = await currentCtx();
  const [link, reached] = await Promise.all([openLink(ctx, { secret: secret.slice(0, 100) }), contact(ctx)]);
  const portal = env().PORTAL_NAME;
  if (link.state === "valid") {
    const holder = await holderOf(ctx, { secret });
    const found = holder && (await leftBehind(holder));
    return (
      <Doorway
        portal={portal}
        title={`Welcome, ${link.name}`}
        lead="Choose the password that only you know. This link works once."
      >
        <ChoosePasswordForm action={choose} hidden={{ secret }} email={link.email} found={found}>
          <p className="text-muted">
            You sign in as <span className="font-medium text-ink">{link.email}</span>
          </p>
        </ChoosePasswordForm>
      </Doorway>
    );
  }
  return (
    <Doorway portal={portal} {...WORDS[link.state]}>
      <WithContact contact={reached}>
        <Rest
          link={link}
          address={new URL((await headers()).get("x-path") ?? "/", env().NEXTAUTH_URL).href}
        />
      </WithContact>
    </Doorway>
  );
}

const WORDS = {
  pending: {
    title: "We have your request",
    lead: "Someone looks at it. Come back to this very address: when it is approved, you choose your password here.",
  },
  refused: { title: "Your request was not approved", lead: "Nothing was opened in your name." },
  over: {
    title: "This link is over",
    lead: "It was used, replaced, or is too old. If you have your password, sign in.",
  },
} as const;

function Rest({ link, address }: { link: OpenedLink; address: string }) {
  if (link.state === "pending") {
    return (
      <p className="flex items-center gap-1 rounded-md bg-sunken p-3">
        <code className="min-w-0 break-all font-mono text-sm">{address}</code>
        <CopyButton text={address} what="address" />
      </p>
    );
  }
  if (link.state === "refused") return <Notice kind="warn">{link.reason}</Notice>;
  return (
    <>
      <ButtonLink href="/sign-in" size="lg" wide>
        Sign in
      </ButtonLink>
      <AskUs before="No password? " className="mt-6 text-muted text-sm">
        for a new link
      </AskUs>
    </>
  );
}
