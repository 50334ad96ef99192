import { BadgeCheck, ShieldCheck, Undo2 } from "lucide-react";
import { redirect } from "next/navigation";
import { ButtonLink } from "#app/ui/button-link";
import { Money } from "#app/ui/money";
import { TextLink } from "#app/ui/page/page-link";
import { SupportLinks } from "#app/ui/page/support-links";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { PortalLogo } from "#app/ui/shell/parts";
import { Timeline } from "#app/ui/timeline";
import { getOperatorContact } from "#lib/account/operator-contact";
import { readSignUpSwitch } from "#lib/account/sign-up/sign-up";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money/money";
import { getExamplePhone } from "#lib/core/text/phone";
import { getCurrentVisit } from "#lib/web/actor";
import { markUnavailable } from "#lib/web/mark-unavailable";
import { getHomePath } from "#lib/web/next-path";

/** Introduces the portal to visitors. Signed-in users are redirected to their home page. */
export default async function Landing() {
  const { ctx, session } = await getCurrentVisit();
  if (session) redirect(getHomePath(session.actor.kind));
  const [{ open }, reached] = await markUnavailable(
    Promise.all([readSignUpSwitch(ctx), getOperatorContact(ctx)]),
  );
  const name = env().PORTAL_NAME;
  return (
    <div className="mx-auto flex min-h-dvh max-w-5xl flex-col px-5 md:px-8">
      <header className="flex min-h-16 items-center gap-2.5 font-semibold text-lg">
        <PortalLogo className="size-7" />
        {name}
      </header>
      <main className="flex flex-1 flex-col justify-center gap-14 py-10 md:gap-20">
        <div className="grid items-center gap-12 md:grid-cols-[minmax(0,1fr)_22rem]">
          <div>
            <h1 className="font-semibold text-hero">Sell mobile data from your pocket</h1>
            <p className="mt-5 max-w-md text-lg text-muted">
              Buy at wholesale, sell at your price. See each bundle delivered, and know where your money is.
            </p>
            <div className="mt-8">
              <ButtonLink href="/sign-in" size="lg" className="w-full sm:w-auto sm:min-w-44">
                Sign in
              </ButtonLink>
            </div>
          </div>
          <PurchaseExample />
        </div>
        <FeatureList />
      </main>
      <footer className="flex flex-wrap justify-between gap-x-8 gap-y-2 py-6 text-faint text-sm">
        <div>
          {open ? (
            <>
              No account yet? <TextLink href="/sign-up">Sign up</TextLink>
            </>
          ) : (
            <SupportLinks contact={reached} before="No account yet? ">
              for one
            </SupportLinks>
          )}
        </div>
        <TextLink href="/status">Network status</TextLink>
      </footer>
    </div>
  );
}

const EXAMPLE_PRICE = 28_500n;

function PurchaseExample() {
  return (
    <figure className="rounded-lg border border-line bg-surface p-5 shadow-lift">
      <figcaption className="flex items-center justify-between gap-4 text-muted text-sm">
        An example
        <PurchaseStateBadge state="successful" />
      </figcaption>
      <p className="mt-4">
        <Money text={formatMoney(EXAMPLE_PRICE)} size="hero" />
      </p>
      <p className="mt-2 border-line border-b pb-4 text-muted">1 GB for 30 days to {getExamplePhone()}</p>
      <div className="pt-4">
        <Timeline
          entries={[
            { key: 1, text: "Purchase placed", when: "14:05:02" },
            { key: 2, text: "Sent to the network", when: "14:05:03" },
            { key: 3, text: "Delivered", when: "14:05:06", tone: "good" },
          ]}
        />
      </div>
    </figure>
  );
}

const FEATURES = [
  {
    icon: ShieldCheck,
    title: "Charged once",
    text: "A double tap or a lost connection is still one purchase, at the price you saw.",
  },
  {
    icon: BadgeCheck,
    title: "Clear status",
    text: "Delivered means delivered. If the network hasn’t confirmed it, we say so.",
  },
  {
    icon: Undo2,
    title: "Automatic refunds",
    text: "Failed purchases are refunded to your wallet at once, with the reason.",
  },
];

function FeatureList() {
  return (
    <ul className="grid gap-8 border-line border-t pt-10 md:grid-cols-3">
      {FEATURES.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon aria-hidden className="size-6 text-accent" />
          <h2 className="mt-3 font-semibold">{title}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
