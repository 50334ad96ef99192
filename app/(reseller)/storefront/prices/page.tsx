import type { Metadata } from "next";
import { LossBanner } from "#app/(reseller)/storefront/loss-banner";
import { requireShopPage, ShopPageHeader } from "#app/(reseller)/storefront/shop-page";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { HelpPopover } from "#app/ui/page/help-popover";
import { getPriceList } from "#lib/shop/price-list";
import { ROUNDINGS, toRounding } from "#lib/shop/shop-fields";
import { setShopRoundingAction } from "./actions.ts";
import { ShopPriceTable } from "./shop-price-table.tsx";
import { ShopRuleForm, ShopRuleList } from "./shop-rules.tsx";

export const metadata: Metadata = { title: "Prices" };

interface Props {
  searchParams: Promise<{ network?: string | string[] }>;
}

/** The prices and markups of the shop. */
export default async function PricesPage({ searchParams }: Props) {
  const { ctx, shop } = await requireShopPage();
  const [list, { network }] = await Promise.all([getPriceList(ctx), searchParams]);
  const chosen = list.networks.find(({ id }) => String(id) === network) ?? list.networks[0];
  return (
    <>
      <ShopPageHeader slug={shop.slug} here="/storefront/prices" />
      <LossBanner plans={list.plans} />
      <div className="grid gap-6">
        <Card title="Markups">
          <div className="grid items-start gap-x-8 gap-y-4 md:grid-cols-2">
            <ShopRuleList list={list} />
            <div>
              <ShopRuleForm networks={list.networks} types={list.types} />
              <RoundingForm rounding={list.rounding} />
            </div>
          </div>
        </Card>
        <HelpPopover about="shop_prices" className="-my-3" />
        <ShopPriceTable plans={list.plans} networks={list.networks} chosen={chosen} />
      </div>
    </>
  );
}

/** Sets the rounding of prices with a markup. */
function RoundingForm({ rounding }: { rounding: bigint }) {
  const chosen = ROUNDINGS.find((units) => toRounding(units) === rounding) ?? 0;
  const options = ROUNDINGS.map((units) => ({
    value: String(units),
    label: units === 0 ? "No rounding" : `Next ${units}`,
  }));
  return (
    <ActionForm action={setShopRoundingAction} className="mt-6 gap-4 border-line border-t pt-5">
      <Select label="Round prices up to" name="rounding" options={options} defaultValue={String(chosen)} />
      <FormStatus />
      <SubmitButton variant="secondary">Save rounding</SubmitButton>
    </ActionForm>
  );
}
