import Link from "next/link";
import { redirect } from "next/navigation";
import { contact } from "#lib/account/contact";
import { readSignUpSwitch } from "#lib/account/sign-up/switch";
import { env } from "#lib/core/env";
import { currentVisit } from "#lib/web/actor";
import { markUnavailable } from "#lib/web/mark-unavailable";
import { homeOf } from "#lib/web/next-path";
import { AskUs, WithContact } from "../ui/ask-us.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Mark } from "../ui/mark.tsx";
import { Example } from "./example.tsx";
import { Promises } from "./promises.tsx";

/** What the portal is, for who has never seen it; who is signed in goes straight to work. */
export default async function Landing() {
  const { ctx, session } = await currentVisit();
  if (session) redirect(homeOf(session.actor.kind));
  const [{ open }, reached] = await markUnavailable(Promise.all([readSignUpSwitch(ctx), contact(ctx)]));
  const name = env().PORTAL_NAME;
  return (
    <div className="mx-auto flex min-h-dvh max-w-5xl flex-col px-5 md:px-8">
      <header className="flex min-h-16 items-center gap-2.5 font-semibold text-lg">
        <Mark className="size-7" />
        {name}
      </header>
      <main className="flex flex-1 flex-col justify-center gap-14 py-10 md:gap-20">
        <div className="grid items-center gap-12 md:grid-cols-[minmax(0,1fr)_22rem]">
          <div>
            <h1 className="font-semibold text-hero">Sell mobile data from your pocket</h1>
            <p className="mt-5 max-w-md text-lg text-muted">
              Buy bundles for your customers at your own price, see each one arrive, and know where your money
              is.
            </p>
            <div className="mt-8">
              <ButtonLink href="/sign-in" size="lg" className="w-full sm:w-auto sm:min-w-44">
                Sign in
              </ButtonLink>
            </div>
          </div>
          <Example />
        </div>
        <Promises />
      </main>
      <footer className="py-6 text-faint text-sm">
        {open ? (
          <>
            No account yet?{" "}
            <Link href="/sign-up" className="font-medium text-accent underline underline-offset-4">
              Ask for one
            </Link>
          </>
        ) : (
          <WithContact contact={reached}>
            <AskUs before="No account yet? ">for one</AskUs>
          </WithContact>
        )}
      </footer>
    </div>
  );
}
