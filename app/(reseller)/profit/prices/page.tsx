import { SellingPriceField } from "#app/(reseller)/buy/selling-price-field";
import { formatPeriodQuery, parseProfitPeriod } from "#app/(reseller)/profit/profit-period.ts";
import { saveSellingPricesAction } from "#app/(reseller)/purchases/actions.ts";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatCount } from "#app/ui/format-count.ts";
import { TrendingUp } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { formatMoney, formatMoneyField, getMoneyFormat } from "#lib/core/money/money";
import { formatDaySpan } from "#lib/core/time/time";
import { listSellingPrices } from "#lib/price-list/read-price-list";
import { isBelowPrice } from "#lib/purchase/below-price";
import { requireResellerPage } from "#lib/request/actor";
import { listSellingPriceGroups, type SellingPriceGroupView } from "#lib/sales/list-selling-price-groups";
import { getSellingPriceFieldName } from "#lib/sales/set-selling-prices";
import { SaveBar } from "./save-bar.tsx";

export const metadata = { title: "Selling prices" };

/** All selling prices of some days in one form: missing ones and losses first, the others folded. */
export default async function SellingPricesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const period = parseProfitPeriod(await searchParams);
  const days = { from: period.from, to: period.to };
  const [groups, usual] = await Promise.all([listSellingPriceGroups(ctx, days), listSellingPrices(ctx)]);
  return (
    <>
      <PageHeader
        title="Selling prices"
        lead={`What customers paid, ${formatDaySpan(days)}. Prices of shop orders are fixed.`}
        back={{ href: `/profit?${formatPeriodQuery(period)}`, label: "Profit" }}
      />
      {groups.length === 0 ? (
        <EmptyState
          icon={TrendingUp}
          title="No prices to change yet"
          action={<ButtonLink href="/buy">Buy data</ButtonLink>}
        >
          What you deliver in these days shows here with its price.
        </EmptyState>
      ) : (
        <PricesForm groups={groups} usual={usual} days={days} />
      )}
    </>
  );
}

interface PricesFormProps extends GroupFieldsProps {
  days: { from: string; to: string };
}

function PricesForm({ groups, usual, days }: PricesFormProps) {
  const isDoubtful = ({ sellingPrice, price }: SellingPriceGroupView) =>
    sellingPrice === null || isBelowPrice(sellingPrice, price);
  const doubtful = groups.filter(isDoubtful);
  const missing = groups.filter(({ sellingPrice, planId }) => sellingPrice === null && usual.has(planId));
  const otherGroups = groups.filter((group) => !isDoubtful(group));
  return (
    <Card>
      <ActionForm action={saveSellingPricesAction} id="customer-prices" hidden={days}>
        <GroupFields groups={doubtful} usual={usual} />
        {otherGroups.length > 0 && (
          <Disclosure
            title={`Other prices (${formatCount(otherGroups.length)})`}
            open={doubtful.length === 0}
          >
            <GroupFields groups={otherGroups} usual={usual} />
          </Disclosure>
        )}
        <SaveBar first={missing.length} money={getMoneyFormat()}>
          <SubmitButton>Save prices</SubmitButton>
        </SaveBar>
      </ActionForm>
    </Card>
  );
}

interface GroupFieldsProps {
  groups: readonly SellingPriceGroupView[];
  usual: ReadonlyMap<number, bigint>;
}

function GroupFields({ groups, usual }: GroupFieldsProps) {
  if (groups.length === 0) return null;
  return (
    <ul className="grid items-start gap-x-8 gap-y-3 md:grid-cols-2">
      {groups.map((group) => {
        const name = getSellingPriceFieldName({ planId: group.planId, before: group.sellingPrice });
        const first = group.sellingPrice ?? usual.get(group.planId);
        return (
          <li key={name} className="compact-field">
            <SellingPriceField
              name={name}
              warned={`warned-${name}`}
              label={group.plan}
              first={first === undefined ? "" : formatMoneyField(first)}
              priceMinor={String(group.price)}
              money={getMoneyFormat()}
              note={describeGroup(group)}
            />
          </li>
        );
      })}
    </ul>
  );
}

function describeGroup({ sellingPrice, count, price }: SellingPriceGroupView): string {
  const sales = count === 1 ? "1 sale" : `${formatCount(count)} sales`;
  const paid = `you paid ${formatMoney(price)}.`;
  return sellingPrice === null ? `${sales}, ${paid}` : `${sales} at ${formatMoney(sellingPrice)}, ${paid}`;
}
