import type { Metadata } from "next";
import { list } from "#lib/catalogue/list";
import { formatMoney } from "#lib/core/money";
import { examplePhone } from "#lib/core/phone";
import { prepare } from "#lib/purchase/place/prepare";
import { requireResellerPage } from "#lib/web/actor";
import { Money } from "../../ui/money.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Off } from "../plans/off.tsx";
import { Buy } from "./buy.tsx";
import { firstStep } from "./first-step.ts";
import { NothingOnSale, Paused } from "./not-now.tsx";
import { optionsOf } from "./options.ts";

export const metadata: Metadata = { title: "Buy data" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Network, type, plan, number, review: all plans of my level are in the page. */
export default async function BuyPage({ searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const [{ plans, fresh, staleSince, off }, at] = await Promise.all([list(ctx, {}), prepare(ctx)]);
  const query = await searchParams;
  const first = await firstStep(ctx, query, plans);
  return (
    <>
      <PageHeader
        title="Buy data"
        lead={
          <>
            <Money text={formatMoney(at.wallet)} className="font-medium text-ink" /> in your wallet
          </>
        }
      />
      <Off off={off} />
      {plans.length === 0 ? (
        off.length === 0 && <NothingOnSale />
      ) : (
        <div className="grid gap-5">
          {!(fresh && at.accepting) && <Paused since={staleSince} />}
          <Buy
            key={JSON.stringify(query)}
            first={first}
            networks={optionsOf(plans, at.types)}
            numbers={at.numbers.map(({ phone, networkName }) => ({ phone, network: networkName }))}
            example={examplePhone()}
          />
        </div>
      )}
    </>
  );
}
