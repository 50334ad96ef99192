import { redirect } from "next/navigation";
import { AuthPage, SignOutButton } from "#app/sign-in/auth-page";
import { modules } from "#lib/modules";
import { getCurrentVisit } from "#lib/request/actor";
import { getHomePath } from "#lib/request/next-path";
import { getAccessReview } from "#lib/reseller/access-review";
import { choosePasswordAction } from "./actions.ts";
import { ChoosePasswordForm } from "./choose-password-form.tsx";

export const metadata = { title: "Choose your password" };

export default async function ChoosePasswordPage() {
  const { ctx, session } = await getCurrentVisit();
  if (!session) redirect("/sign-in");
  if (!session.passwordGenerated) redirect(getHomePath(session.actor.kind));
  const review = await getAccessReview({ ...ctx, actor: session.actor }, modules);
  return (
    <AuthPage
      title="Choose your password"
      lead="Your first password was temporary. Choose one that only you know."
    >
      <ChoosePasswordForm action={choosePasswordAction} email={session.actor.email} review={review} />
      <SignOutButton />
    </AuthPage>
  );
}
