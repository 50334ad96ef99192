import { redirect } from "next/navigation";
import { AuthPage, SignOutButton } from "#app/sign-in/auth-page";
import { ButtonLink } from "#app/ui/button-link";
import { getTwoFactorStatus } from "#lib/account/two-factor/two-factor-status";
import { getCurrentVisit } from "#lib/request/actor";
import { getHomePath } from "#lib/request/next-path";
import { TwoFactorSetUp } from "./two-factor-set-up.tsx";

export const metadata = { title: "Two-factor sign-in" };

/** Sets up two-factor sign-in or changes the app. Admins who need it are redirected here. */
export default async function TwoFactorPage() {
  const { ctx, session } = await getCurrentVisit();
  if (!session) redirect("/sign-in?next=/two-factor");
  if (session.passwordGenerated) redirect("/choose-password");
  const { actor, secondFactorMissing } = session;
  const { since } = await getTwoFactorStatus({ ...ctx, actor });
  const settings = actor.kind === "admin" ? "/admin/settings" : "/settings";
  const ownRow = `${settings}?open=two-factor`;
  return (
    <AuthPage
      title={since ? "Change app" : "Two-factor sign-in"}
      lead={formatLead(since !== null, secondFactorMissing)}
    >
      <TwoFactorSetUp
        email={actor.email}
        on={since !== null}
        home={secondFactorMissing ? getHomePath(actor.kind) : ownRow}
      />
      {secondFactorMissing ? (
        <SignOutButton />
      ) : (
        <ButtonLink href={ownRow} variant="quiet" wide className="mt-3 [[data-codes]~&]:hidden">
          Back
        </ButtonLink>
      )}
    </AuthPage>
  );
}

function formatLead(on: boolean, missing: boolean): string {
  if (on) return "Your current app works until the new one is set up.";
  return missing
    ? "Admins need a code as well as the password. Setting it up takes two minutes."
    : "Protects your account if your password is stolen.";
}
