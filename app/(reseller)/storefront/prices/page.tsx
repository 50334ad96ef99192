import type { Metadata } from "next";
import { priceList } from "#lib/shop/price-list";
import { Card } from "../../../ui/card.tsx";
import { LossNotice } from "../loss-notice.tsx";
import { ShopHeader } from "../shop-header.tsx";
import { requireShopPage } from "../shop-page.ts";
import { PriceTable } from "./price-table.tsx";
import { Rounding } from "./rounding.tsx";
import { RuleForm } from "./rule-form.tsx";
import { Rules } from "./rules.tsx";

export const metadata: Metadata = { title: "Prices" };

interface Props {
  searchParams: Promise<{ network?: string | string[] }>;
}

/** What customers pay, by rule and by plan, and what is left of it. */
export default async function PricesPage({ searchParams }: Props) {
  const { ctx, shop } = await requireShopPage();
  const [list, { network }] = await Promise.all([priceList(ctx), searchParams]);
  const chosen = list.networks.find(({ id }) => String(id) === network) ?? list.networks[0];
  return (
    <>
      <ShopHeader slug={shop.slug} here="/storefront/prices" />
      <LossNotice plans={list.plans} />
      <div className="grid gap-6">
        <Card title="What you add">
          <div className="grid items-start gap-x-8 gap-y-4 md:grid-cols-2">
            <Rules list={list} />
            <div>
              <RuleForm networks={list.networks} types={list.types} />
              <Rounding rounding={list.rounding} />
            </div>
          </div>
        </Card>
        <PriceTable plans={list.plans} networks={list.networks} chosen={chosen} />
      </div>
    </>
  );
}
