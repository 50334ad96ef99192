import type { Metadata } from "next";
import { priceList, type RetailView } from "#lib/store/price-list";
import { Card } from "../../../ui/card.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { StoreHeader } from "../store-header.tsx";
import { requireStorePage } from "../store-page.ts";
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
  const { ctx, store } = await requireStorePage();
  const [list, { network }] = await Promise.all([priceList(ctx), searchParams]);
  const chosen = list.networks.find(({ id }) => String(id) === network) ?? list.networks[0];
  return (
    <>
      <StoreHeader slug={store.slug} here="/storefront/prices" />
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

function LossNotice({ plans }: { plans: readonly RetailView[] }) {
  const losing = plans.filter(({ profit, hidden }) => profit < 0n && !hidden).length;
  if (losing === 0) return null;
  return (
    <div className="mb-4">
      <Notice
        kind="warn"
        title={losing === 1 ? "One plan sells at a loss" : `${losing} plans sell at a loss`}
      >
        Their price in your shop is below what you pay. They are marked below.
      </Notice>
    </div>
  );
}
