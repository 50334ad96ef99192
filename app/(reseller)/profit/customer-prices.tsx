import { RetailField } from "#app/(reseller)/buy/retail-field";
import { saveRetailPricesAction } from "#app/(reseller)/purchases/actions.ts";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatCount } from "#app/ui/format-count.ts";
import type { Ctx } from "#lib/core/context";
import { formatDecimal, formatMoney, getMoneyFormat } from "#lib/core/money/money";
import { listRetailGroups, type RetailGroupView } from "#lib/purchase/report/list-retail-groups";
import { getRetailFieldName } from "#lib/purchase/set-retail-prices";
import { listUsualRetailPrices } from "#lib/shop/list-usual-retail-prices";

interface Props {
  ctx: Ctx;
  from: string;
  to: string;
}

/** All customer prices of some days in one form: missing ones and losses first, the others folded. */
export async function CustomerPrices({ ctx, from, to }: Props) {
  const [groups, usual] = await Promise.all([
    listRetailGroups(ctx, { from, to }),
    listUsualRetailPrices(ctx),
  ]);
  if (groups.length === 0) return null;
  const isDoubtful = ({ retail, price }: RetailGroupView) => retail === null || retail < price;
  const doubtful = groups.filter(isDoubtful);
  const otherGroups = groups.filter((group) => !isDoubtful(group));
  return (
    <div id="prices" className="scroll-mt-4">
      <Card title="Customer prices">
        <ActionForm action={saveRetailPricesAction} id="customer-prices" hidden={{ from, to }}>
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
  groups: readonly RetailGroupView[];
  usual: ReadonlyMap<number, bigint>;
}

function GroupFields({ groups, usual }: GroupFieldsProps) {
  if (groups.length === 0) return null;
  return (
    <ul className="grid items-start gap-x-6 gap-y-4 md:grid-cols-2">
      {groups.map((group) => {
        const name = getRetailFieldName({ planId: group.planId, before: group.retail });
        const first = group.retail ?? usual.get(group.planId);
        return (
          <li key={name}>
            <RetailField
              name={name}
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

function describeGroup({ retail, count, price }: RetailGroupView): string {
  const sales = count === 1 ? "1 sale" : `${formatCount(count)} sales`;
  const paid = `you paid ${formatMoney(price)}.`;
  return retail === null
    ? `${sales} without a price, ${paid}`
    : `${sales} at ${formatMoney(retail)}, ${paid}`;
}
