import type { Metadata } from "next";
import { ROUNDINGS, roundingOf } from "#lib/shop/fields";
import { priceList } from "#lib/shop/price-list";
import { Card } from "../../../ui/card.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Help } from "../../../ui/help.tsx";
import { Select } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { LossNotice } from "../loss-notice.tsx";
import { requireShopPage, ShopHeader } from "../shop-page.tsx";
import { round } from "./actions.ts";
import { PriceTable } from "./price-table.tsx";
import { RuleForm, Rules } from "./rules.tsx";

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
        <Help about="shop_prices" className="-my-3" />
        <PriceTable plans={list.plans} networks={list.networks} chosen={chosen} />
      </div>
    </>
  );
}

/** What prices by rule are rounded up to. */
function Rounding({ rounding }: { rounding: bigint }) {
  const chosen = ROUNDINGS.find((units) => roundingOf(units) === rounding) ?? 0;
  const options = ROUNDINGS.map((units) => ({
    value: String(units),
    label: units === 0 ? "Nothing, as it comes" : `The next ${units}`,
  }));
  return (
    <ActionForm action={round} className="mt-6 gap-4 border-line border-t pt-5">
      <Select label="Round prices up to" name="rounding" options={options} defaultValue={String(chosen)} />
      <FormAnswer />
      <SubmitButton variant="secondary">Save rounding</SubmitButton>
    </ActionForm>
  );
}
