import { PublicFooter } from "#app/(public)/public-footer";
import { PublicHeader } from "#app/(public)/public-header";
import { SupportLinks } from "#app/ui/page/support-links";
import { getOperatorContact } from "#lib/account/operator-contact";
import { buildShopUrl, formatShopUrl } from "#lib/core/shop-address";
import { getCurrentCtx } from "#lib/request/actor";
import { markUnavailable } from "#lib/request/mark-unavailable";
import { getShopContact } from "#lib/shop/get-shop";
import { ShopSlug } from "#lib/shop/shop-fields";

export const metadata = { title: "Report a shop", robots: { index: false } };

/** Says what a customer of a shop can do, and how to report it to the operator, whose portal it is on. */
export default async function ReportPage({
  searchParams,
}: {
  searchParams: Promise<{ shop?: string | string[] }>;
}) {
  const { data: slug } = ShopSlug.safeParse((await searchParams).shop);
  const ctx = await getCurrentCtx();
  const [contact, shop] = await markUnavailable(
    Promise.all([getOperatorContact(ctx), slug ? getShopContact(ctx, { slug }) : undefined]),
  );
  const numbers = new Set([shop?.phone, shop?.whatsapp].flatMap((number) => number?.text ?? []));
  const address = slug && formatShopUrl(buildShopUrl({ slug, host: null }));
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-4 pb-6 md:px-8">
      <PublicHeader />
      <main className="grid gap-4">
        <h1 className="font-semibold text-2xl">Report a shop</h1>
        <p>
          Does a shop pretend to be a bank, a network or someone else, or did it take your money? No bank asks
          for your PIN or password through a shop.
        </p>
        {address && <p className="break-words text-muted">The shop: {address}</p>}
        <SupportLinks
          contact={contact}
          message={address ? `I want to report the shop ${address}.` : "I want to report a shop."}
          otherwise={null}
        >
          to report it
        </SupportLinks>
        <div>
          <h2 className="mb-2 font-semibold text-lg">If you paid and got nothing</h2>
          <ol className="grid list-decimal gap-2 pl-5">
            <li>Open the page of your order and choose “I didn’t receive it”. The shop replies there.</li>
            {numbers.size > 0 && (
              <li>
                Call or write to the shop:{" "}
                <span className="whitespace-nowrap">{[...numbers].join(", ")}</span>.
              </li>
            )}
            <li>
              Keep the shop’s address, its messages, your receipt, and the account number that you paid to.
            </li>
            <li>If you think it’s fraud, tell your bank today, and the police. Give them these facts.</li>
          </ol>
        </div>
      </main>
      <PublicFooter />
    </div>
  );
}
