import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { twoFactor } from "#lib/account/two-factor/state";
import { env } from "#lib/core/env";
import { currentVisit } from "#lib/web/actor";
import { homeOf } from "#lib/web/next-path";
import { Doorway } from "../sign-in/doorway.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { SetUp } from "./set-up.tsx";

export const metadata: Metadata = { title: "Two-factor sign-in" };

/** Where two-factor sign-in is set up, or moved to another app; an admin who needs it comes here from every page. */
export default async function TwoFactorPage() {
  const { ctx, session } = await currentVisit();
  if (!session) redirect("/sign-in?next=/two-factor");
  if (session.passwordGenerated) redirect("/choose-password");
  const { actor, secondFactorMissing } = session;
  const { since } = await twoFactor({ ...ctx, actor });
  const settings = actor.kind === "admin" ? "/admin/settings" : "/settings";
  return (
    <Doorway
      portal={env().PORTAL_NAME}
      title={since ? "Move to another app" : "Two-factor sign-in"}
      lead={lead(since !== null, secondFactorMissing)}
    >
      <SetUp
        email={actor.email}
        on={since !== null}
        home={secondFactorMissing ? homeOf(actor.kind) : settings}
      />
      {secondFactorMissing ? (
        <form action="/sign-out" method="post" className="mt-3">
          <SubmitButton variant="quiet" wide>
            Not now, sign out
          </SubmitButton>
        </form>
      ) : (
        <ButtonLink href={settings} variant="quiet" wide className="mt-3 [[data-codes]~&]:hidden">
          Back
        </ButtonLink>
      )}
    </Doorway>
  );
}

function lead(on: boolean, missing: boolean): string {
  if (on) return "The app that you use now works until the new one is set up.";
  return missing
    ? "Whoever runs the portal needs a code beside the password. Set it up once, it takes two minutes."
    : "With it, nobody gets in by your password alone.";
}
