import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { env } from "#lib/core/env";
import { leftBehind } from "#lib/safety/left-behind";
import { currentVisit } from "#lib/web/actor";
import { homeOf } from "#lib/web/next-path";
import { Doorway } from "../sign-in/doorway.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { choosePassword } from "./actions.ts";
import { ChoosePasswordForm } from "./form.tsx";

export const metadata: Metadata = { title: "Choose your password" };

export default async function ChoosePasswordPage() {
  const { ctx, session } = await currentVisit();
  if (!session) redirect("/sign-in");
  if (!session.passwordGenerated) redirect(homeOf(session.actor.kind));
  const found = await leftBehind({ ...ctx, actor: session.actor });
  return (
    <Doorway
      portal={env().PORTAL_NAME}
      title="Choose your password"
      lead="The one you were given was only for getting in. From now on only you know yours."
    >
      <ChoosePasswordForm action={choosePassword} email={session.actor.email} found={found} />
      <form action="/sign-out" method="post" className="mt-3">
        <SubmitButton variant="quiet" wide>
          Not now, sign out
        </SubmitButton>
      </form>
    </Doorway>
  );
}
