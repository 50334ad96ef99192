import type { Metadata } from "next";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money";
import { examplePhone } from "#lib/core/phone";
import { getShop } from "#lib/shop/get-shop";
import { Card } from "../../../ui/card.tsx";
import { ShopHeader } from "../shop-header.tsx";
import { requireShopPage } from "../shop-page.ts";
import { LogoForm } from "./logo-form.tsx";
import { OpenState } from "./open-state.tsx";
import { ShopForm } from "./shop-form.tsx";

export const metadata: Metadata = { title: "Shop" };

interface Props {
  searchParams: Promise<{ logo?: string }>;
}

/** How the shop looks, how it is paid, and whether it is open. */
export default async function ShopPage({ searchParams }: Props) {
  const { ctx, shop } = await requireShopPage();
  const { name, slug, note, hue, logo, payments, payWithin } = shop;
  const report = (await searchParams).logo;
  const samples = shop.state === "closed" ? [] : (await getShop(ctx, { slug: shop.slug })).offers.slice(0, 3);
  return (
    <>
      <ShopHeader slug={shop.slug} here="/storefront/shop" />
      <ShopForm
        shop={{
          ...{ name, slug, note, hue, logo, payments, payWithin },
          phone: shop.phone?.text ?? "",
          whatsapp: shop.whatsapp?.text ?? "",
        }}
        host={new URL(env().NEXTAUTH_URL).host}
        example={examplePhone()}
        samples={samples.map(({ planId, size, volume, validity, price }) => ({
          key: planId,
          name: `${size} ${volume}`,
          validity,
          price: formatMoney(price),
        }))}
      />
      <div className="mt-6 grid items-start gap-6 md:grid-cols-2">
        <Card title="Logo">
          <LogoForm name={shop.name} logo={shop.logo} hue={shop.hue} report={report} />
        </Card>
        <Card title="Open or closed">
          <OpenState state={shop.state} closedByAdmin={shop.closedByAdmin} />
        </Card>
      </div>
    </>
  );
}
