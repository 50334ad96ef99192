import { BadgeCheck, ShieldCheck, Undo2 } from "lucide-react";
import { redirect } from "next/navigation";
import { contact } from "#lib/account/contact";
import { readSignUpSwitch } from "#lib/account/sign-up/sign-up";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money";
import { examplePhone } from "#lib/core/phone";
import { currentVisit } from "#lib/web/actor";
import { markUnavailable } from "#lib/web/mark-unavailable";
import { homeOf } from "#lib/web/next-path";
import { AskUs, WithContact } from "../ui/ask-us.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Mark } from "../ui/mark.tsx";
import { Money } from "../ui/money.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { Timeline } from "../ui/timeline.tsx";

/** What the portal is, for people who have never seen it; people who are signed in go straight to their home. */
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
      <footer className="flex flex-wrap justify-between gap-x-8 gap-y-2 py-6 text-faint text-sm">
        <div>
          {open ? (
            <>
              No account yet?{" "}
              <PageLink href="/sign-up" className="font-medium text-accent underline underline-offset-4">
                Ask for one
              </PageLink>
            </>
          ) : (
            <WithContact contact={reached}>
              <AskUs before="No account yet? ">for one</AskUs>
            </WithContact>
          )}
        </div>
        <PageLink href="/status" className="font-medium text-accent underline underline-offset-4">
          How the networks deliver
        </PageLink>
      </footer>
    </div>
  );
}

const PRICE = 28_500n;

/** A purchase as it looks when it went well, so that a glance explains the whole. */
function Example() {
  return (
    <figure className="rounded-lg border border-line bg-surface p-5 shadow-lift">
      <figcaption className="flex items-center justify-between gap-4 text-muted text-sm">
        An example
        <StateBadge state="successful" />
      </figcaption>
      <p className="mt-4">
        <Money text={formatMoney(PRICE)} size="hero" />
      </p>
      <p className="mt-2 border-line border-b pb-4 text-muted">1 GB for 30 days to {examplePhone()}</p>
      <div className="pt-4">
        <Timeline
          entries={[
            { key: 1, text: "You tapped Buy", when: "14:05:02" },
            { key: 2, text: "Sent to the network", when: "14:05:03" },
            { key: 3, text: "Delivered", when: "14:05:06", tone: "good" },
          ]}
        />
      </div>
    </figure>
  );
}

const PROMISES = [
  {
    icon: ShieldCheck,
    title: "Charged once",
    text: "A double tap or a line that drops is still one purchase, at the price you saw.",
  },
  {
    icon: BadgeCheck,
    title: "Told as it is",
    text: "Delivered means delivered. When the network has not confirmed it yet, the page says so.",
  },
  {
    icon: Undo2,
    title: "Money back by itself",
    text: "What fails is back in your wallet at once, with the reason beside it.",
  },
];

/** Three reasons to trust it. */
function Promises() {
  return (
    <ul className="grid gap-8 border-line border-t pt-10 md:grid-cols-3">
      {PROMISES.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon aria-hidden className="size-6 text-accent" />
          <h2 className="mt-3 font-semibold">{title}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
