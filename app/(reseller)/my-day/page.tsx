import { redirect } from "next/navigation";
import { DayFigures } from "#app/(reseller)/profit/day/day-figures";
import { DayLinks } from "#app/(reseller)/profit/day/day-links";
import { parseDay } from "#app/(reseller)/profit/profit-period.ts";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { formatCount } from "#app/ui/format-count.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { formatMoney } from "#lib/core/money/money";
import { dayOf } from "#lib/core/time/time";
import { getLeftToday } from "#lib/helper/own-helper";
import { getTill, type TillRow } from "#lib/helper/till-report";
import { formatUnpriced } from "#lib/home/day-text";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "My day" };

/** A helper’s own sales on one day. */
export default async function MyDayPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage("sell");
  if (ctx.actor.kind !== "helper") redirect("/profit/day");
  const day = parseDay((await searchParams).day);
  const [[till], left] = await Promise.all([getTill(ctx, { day }), getLeftToday(ctx)]);
  return (
    <>
      <PageHeader title="My day" lead={left !== null && `${formatMoney(left)} of your limit left today.`} />
      <DayLinks path="/my-day" day={day} />
      {till ? (
        <Card>
          <DayFigures figures={listFigures(till)} />
        </Card>
      ) : (
        <div className="grid justify-items-start gap-3">
          <p>
            {day === dayOf(new Date()) ? "You haven’t sold anything today." : "You sold nothing on this day."}
          </p>
          <ButtonLink href="/buy">Buy data</ButtonLink>
        </div>
      )}
    </>
  );
}

/** Without a selling price, what customers pay isn't known. */
function listFigures({ sales, cash, unpriced }: TillRow) {
  const sold = {
    ...{ label: "Sold", value: formatCount(sales) },
    note: unpriced > 0 ? formatUnpriced(unpriced) : "",
  };
  return sales === unpriced ? [sold] : [sold, { label: "Customers pay", value: formatMoney(cash), note: "" }];
}
