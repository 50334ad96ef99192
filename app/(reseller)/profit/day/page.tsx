import { buildFundPath } from "#app/(reseller)/paths.ts";
import { parseDay } from "#app/(reseller)/profit/profit-period.ts";
import { ProfitTabs } from "#app/(reseller)/profit/profit-tabs";
import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { formatCount } from "#app/ui/format-count.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Money } from "#app/ui/money";
import { PageHeader } from "#app/ui/page/page-header";
import { ShareFile } from "#app/ui/share-file";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { formatDay } from "#lib/core/time/time";
import type { TillRow } from "#lib/helper/till-report";
import { type DayView, getDay } from "#lib/home/day";
import { formatForecast, listDayFigures } from "#lib/home/day-text";
import { requireResellerPage } from "#lib/request/actor";
import { DayFigures } from "./day-figures.tsx";
import { DayLinks } from "./day-links.tsx";

export const metadata = { title: "Day" };

const PATH = "/profit/day";

/** The figures of a reseller’s day, and the sales of each person and channel. */
export default async function DayPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const view = await getDay(ctx, { day: parseDay((await searchParams).day) });
  const { day, delivered, forecast, sellers } = view;
  const isShared = sellers.length > 1 || sellers.some(({ helperId }) => helperId !== null);
  return (
    <>
      <PageHeader title="Day" tabs={<ProfitTabs current={PATH} />} />
      <DayLinks path={PATH} day={day} />
      <div className="grid gap-5">
        {delivered > 0 ? <Figures view={view} /> : <NoSales {...view} />}
        {forecast && (
          <Banner
            kind="warn"
            title={formatForecast(forecast)}
            link={{ href: buildFundPath({ amount: formatDecimal(forecast.topUp) }), label: "Top up" }}
          />
        )}
        {isShared && <Sellers sellers={sellers} />}
      </div>
    </>
  );
}

function Figures({ view }: { view: DayView }) {
  const { day, earned } = view;
  return (
    <Card>
      <DayFigures figures={listDayFigures(view)} />
      <div className="mt-5 flex flex-wrap gap-3">
        <ShareFile
          href={`${PATH}/image?day=${day}`}
          name={`day-${day}.png`}
          type="image/png"
          variant="secondary"
        >
          Share image
        </ShareFile>
        {earned.unpriced > 0 && (
          <ButtonLink
            href={`/profit/prices?${new URLSearchParams({ from: day, to: day })}`}
            variant="secondary"
          >
            Add prices
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

function NoSales({ day, isToday }: Pick<DayView, "day" | "isToday">) {
  if (!isToday) return <p>You sold nothing on {formatDay(day)}.</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <p>You sold nothing today.</p>
      <ButtonLink href="/buy">Buy data</ButtonLink>
    </div>
  );
}

/** The sales of each person and channel, which add up to the figures. */
function Sellers({ sellers }: { sellers: readonly TillRow[] }) {
  return (
    <Card title="Sales by seller" padded={false} className="overflow-hidden">
      <RowList label="Sales by seller">
        {sellers.map(({ channel, helperId, name, cash, ...till }) => (
          <ListRow
            key={channel ?? helperId}
            title={name}
            note={formatSales(till)}
            value={till.sales > till.unpriced && <Money text={formatMoney(cash)} />}
          />
        ))}
      </RowList>
    </Card>
  );
}

function formatSales({ sales, unpriced }: Pick<TillRow, "sales" | "unpriced">): string {
  const all = sales === 1 ? "1 sale" : `${formatCount(sales)} sales`;
  return unpriced > 0 ? `${all}, ${formatCount(unpriced)} without a price` : all;
}
