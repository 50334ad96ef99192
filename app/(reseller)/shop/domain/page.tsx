import { notFound } from "next/navigation";
import { requireShopPage } from "#app/(reseller)/shop/shop-page";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { buildShopUrl, formatShopUrl } from "#lib/core/shop-address";
import { areShopDomainsOn } from "#lib/shop-domain/are-domains-on";
import { getShopDomain } from "#lib/shop-domain/shop-domain";
import { DomainForm } from "./domain-form.tsx";
import { DomainRecordsCard, DomainStateCard } from "./domain-records.tsx";

export const metadata = { title: "Domain" };

export default async function ShopDomainPage() {
  const { ctx, shop } = await requireShopPage();
  if (!areShopDomainsOn()) notFound();
  const domain = await getShopDomain(ctx);
  return (
    <>
      <PageHeader
        title="Domain"
        lead="Your shop at an address of your own."
        back={{ href: "/shop/details", label: "Shop details" }}
      />
      <LiveUpdates />
      <div className="grid max-w-2xl gap-6">
        {domain && <DomainStateCard domain={domain} />}
        {domain && <DomainRecordsCard domain={domain} />}
        <DomainForm
          domain={domain?.domain ?? ""}
          portalAddress={formatShopUrl(buildShopUrl({ slug: shop.slug, host: null }))}
        />
      </div>
    </>
  );
}
