import { SellingPriceField } from "#app/(reseller)/buy/selling-price-field";
import { saveSellingPricesAction } from "#app/(reseller)/purchases/actions.ts";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatCount } from "#app/ui/format-count.ts";
import type { Ctx } from "#lib/core/context";
import { formatDecimal, formatMoney, getMoneyFormat } from "#lib/core/money/money";
import { isBelowPrice } from "#lib/purchase/below-price";
import {
  listSellingPriceGroups,
  type SellingPriceGroupView,
} from "#lib/purchase/report/list-selling-price-groups";
import { getSellingPriceFieldName } from "#lib/purchase/set-selling-prices";
import { listUsualSellingPrices } from "#lib/shop/list-usual-selling-prices";

interface Props {
  ctx: Ctx;
  from: string;
  to: string;
}

/** All selling prices of some days in one form: missing ones and losses first, the others folded. */
export async function CustomerPrices({ ctx, from, to }: Props) {
  const [groups, usual] = await Promise.all([
    listSellingPriceGroups(ctx, { from, to }),
    listUsualSellingPrices(ctx),
  ]);
  if (groups.length === 0) return null;
  const isDoubtful = ({ sellingPrice, price }: SellingPriceGroupView) =>
    sellingPrice === null || isBelowPrice(sellingPrice, price);
  const doubtful = groups.filter(isDoubtful);
  const otherGroups = groups.filter((group) => !isDoubtful(group));
  return (
    <div id="prices" className="scroll-mt-4">
      <Card title="Selling prices">
        <ActionForm action={saveSellingPricesAction} id="customer-prices" hidden={{ from, to }}>
          <p className="text-muted text-sm">What each customer paid. Prices of shop orders are fixed.</p>
          <GroupFields groups={doubtful} usual={usual} />
          {otherGroups.length > 0 && (
            <Disclosure title={`Other prices (${formatCount(otherGroups.length)})`}>
              <GroupFields groups={otherGroups} usual={usual} />
            </Disclosure>
          )}
          <FormStatus />
          <SubmitButton className="self-start">
            {doubtful.length > 1 ? `Save all ${formatCount(doubtful.length)}` : "Save prices"}
          </SubmitButton>
        </ActionForm>
      </Card>
    </div>
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
              first={first === undefined ? "" : formatDecimal(first)}
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
