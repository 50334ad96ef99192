import { PublicFooter } from "#app/(public)/public-footer";
import { PublicHeader } from "#app/(public)/public-header";
import { SupportLinks } from "#app/ui/page/support-links";
import { getOperatorContact } from "#lib/account/operator-contact";
import { env } from "#lib/core/env";
import { buildShopUrl, formatShopUrl } from "#lib/core/shop-address";
import { getCurrentCtx } from "#lib/request/actor";
import { markUnavailable } from "#lib/request/mark-unavailable";
import { ShopSlug } from "#lib/shop/shop-fields";

export const metadata = { title: "Report a shop", robots: { index: false } };

/** Says how to report a shop to the operator, whose portal it is on. */
export default async function ReportPage({
  searchParams,
}: {
  searchParams: Promise<{ shop?: string | string[] }>;
}) {
  const { data: slug } = ShopSlug.safeParse((await searchParams).shop);
  const contact = await markUnavailable(getOperatorContact(await getCurrentCtx()));
  const address = slug && formatShopUrl(buildShopUrl({ slug, host: null }));
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-4 pb-6 md:px-8">
      <PublicHeader />
      <main className="grid gap-4">
        <h1 className="font-semibold text-2xl">Report a shop</h1>
        <p>
          Does a shop pretend to be a bank, a network or someone else, or did it take your money? Tell us, and
          keep its messages and your receipts. No bank asks for your PIN or password through a shop.
        </p>
        {address && <p className="break-words text-muted">The shop: {address}</p>}
        <SupportLinks
          contact={contact}
          message={address ? `I want to report the shop ${address}.` : "I want to report a shop."}
          otherwise={<p>{env().PORTAL_NAME} hasn’t named a contact yet.</p>}
        >
          to report it
        </SupportLinks>
      </main>
      <PublicFooter />
    </div>
  );
}
