import { redirect } from "next/navigation";
import { ButtonLink } from "#app/ui/button-link";
import { BadgeCheck, ShieldCheck, Undo2 } from "#app/ui/icon/icons.ts";
import { TextLink } from "#app/ui/page/page-link";
import { SupportLinks } from "#app/ui/page/support-links";
import { PortalLogo } from "#app/ui/shell/parts";
import { getOperatorContact } from "#lib/account/operator-contact";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { listPublicPrices } from "#lib/catalogue/list-public-prices";
import { env } from "#lib/core/env";
import { getCurrentVisit } from "#lib/request/actor";
import { markUnavailable } from "#lib/request/mark-unavailable";
import { getHomePath } from "#lib/request/next-path";
import { PriceCards } from "./_landing/price-cards.tsx";
import { ShopPicture } from "./_landing/shop-picture.tsx";
import { PublicFooter } from "./public-footer.tsx";

/** Introduces the portal to visitors. Signed-in users are redirected to their home page. */
export default async function Landing() {
  const { ctx, session } = await getCurrentVisit();
  if (session) redirect(getHomePath(session.actor.kind));
  const [{ open }, contact, plans] = await markUnavailable(
    Promise.all([readSettings(ctx, signUpSettings), getOperatorContact(ctx), listPublicPrices(ctx)]),
  );
  const name = env().PORTAL_NAME;
  return (
    <div className="mx-auto flex min-h-dvh max-w-5xl flex-col px-5 md:px-8">
      <header className="flex min-h-16 items-center justify-between gap-4">
        <p className="flex items-center gap-2.5 font-semibold text-lg">
          <PortalLogo className="size-8" />
          {name}
        </p>
        {open && <TextLink href="/sign-in">Sign in</TextLink>}
      </header>
      <main className="flex flex-1 flex-col gap-14 py-8 md:gap-20 md:py-14">
        <div className="grid items-center gap-12 md:grid-cols-[minmax(0,1fr)_20rem]">
          <div>
            <h1 className="font-semibold text-hero">
              Buy at wholesale, sell at <span className="text-brand-strong">your price</span>
            </h1>
            <p className="mt-5 max-w-md text-lg text-muted">
              Mobile data for all networks, from your phone. See each bundle delivered, and know where your
              money is.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
              {open ? (
                <ButtonLink href="/sign-up" size="lg" className="w-full sm:w-auto sm:min-w-44">
                  Sign up
                </ButtonLink>
              ) : (
                <>
                  <ButtonLink href="/sign-in" size="lg" className="w-full sm:w-auto sm:min-w-44">
                    Sign in
                  </ButtonLink>
                  <SupportLinks contact={contact} before="No account yet? ">
                    for one
                  </SupportLinks>
                </>
              )}
            </div>
          </div>
          <ShopPicture plans={plans} />
        </div>
        <PriceCards plans={plans} />
        <FeatureList />
      </main>
      <PublicFooter />
    </div>
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
          <Icon aria-hidden className="size-7 text-brand-strong" />
          <h2 className="mt-3 font-semibold">{title}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
