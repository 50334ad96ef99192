import { formatPrice } from "#app/admin/catalogue/prices/price-grid-result.ts";
import { Card } from "#app/ui/card";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { ScrollArea } from "#app/ui/scroll-area";
import { Time, TimePhrase } from "#app/ui/time";
import type { AdminPlanDetail } from "#lib/catalogue/admin-plan";
import { LEVELS } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";

type Prices = AdminPlanDetail["prices"];

export function PriceHistory({ prices }: { prices: Prices }) {
  const changes = prices.slice(0, -1).toReversed();
  const [first] = prices;
  return (
    <Card title="Price history">
      {changes.length <= 1 || !first ? (
        <p className="text-muted">
          {first && changes.length === 1 ? (
            <TimePhrase before="No change since " at={first.at} after="." />
          ) : (
            "No price changes yet."
          )}
        </p>
      ) : (
        <>
          <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
            {LEVELS.map((level) => (
              <PricePlot
                key={level}
                title={LEVEL_LABELS[level]}
                now={formatPrice(prices.at(-1)?.prices[level] ?? null)}
                points={prices.map(({ at, cost, prices }) => ({
                  at: at.getTime(),
                  price: prices[level] === null ? null : Number(prices[level]),
                  cost: cost === null ? null : Number(cost),
                }))}
              />
            ))}
          </div>
          <p className="mt-3 text-muted text-sm">
            The line is the price, the area is the cost, from <Time at={first.at} /> to now.
          </p>
          <PriceChangeTable changes={changes} />
        </>
      )}
    </Card>
  );
}

function PriceChangeTable({ changes }: { changes: Prices }) {
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-11 items-center text-muted underline underline-offset-4">
        Show table
      </summary>
      <ScrollArea label="Price changes">
        <table className="w-full">
          <caption className="sr-only">Price changes, newest first</caption>
          <thead className="text-left text-muted">
            <tr>
              {["Date", "Cost", ...LEVELS.map((level) => LEVEL_LABELS[level])].map((head, at) => (
                <th key={head} className={`py-1.5 pr-3 font-medium ${at > 0 ? "text-right" : ""}`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {changes.map(({ at, cost, prices }) => (
              <tr key={at.getTime()}>
                <th scope="row" className="whitespace-nowrap py-1.5 pr-3 text-left font-normal">
                  <Time at={at} />
                </th>
                <td className={AMOUNT_CLASS}>{cost === null ? "unknown" : formatMoney(cost)}</td>
                {LEVELS.map((level) => (
                  <td key={level} className={AMOUNT_CLASS}>
                    {formatPrice(prices[level])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </details>
  );
}

const AMOUNT_CLASS = "whitespace-nowrap py-1.5 pr-3 text-right";

interface Point {
  at: number;
  /** Null where it was not sold, or its price is unknown. */
  price: number | null;
  cost: number | null;
}

interface Props {
  title: string;
  now: string;
  /** The price and cost from each time on, oldest first; the last is now. */
  points: readonly Point[];
}

const WIDTH = 240;
const HEIGHT = 56;

function PricePlot({ title, now, points }: Props) {
  const place = createPlotScale(points);
  return (
    <figure>
      <figcaption className="flex items-baseline justify-between gap-4">
        <span className="text-muted text-sm">{title}</span>
        <span className="font-semibold">{now}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2 h-14 w-full overflow-visible"
      >
        <path d={buildAreaPath(points, place)} className="fill-sunken" />
        <path
          d={buildLinePath(points, (point) => point.price, place)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className="text-accent"
        />
      </svg>
    </figure>
  );
}

type PlotScale = (at: number, value: number) => string;

/** Scales times to the width and amounts to the height, with a margin at both ends. */
function createPlotScale(points: readonly Point[]): PlotScale {
  const values = points.flatMap(({ price, cost }) => [price, cost].filter((value) => value !== null));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const height = most - least || 1;
  return (at, value) => {
    const x = last === first ? WIDTH : ((at - first) / (last - first)) * WIDTH;
    return `${x.toFixed(1)} ${(HEIGHT - 8 - ((value - least) / height) * (HEIGHT - 12)).toFixed(1)}`;
  };
}

/** Steps from point to point; a gap where there is no value. */
function buildLinePath(
  points: readonly Point[],
  value: (point: Point) => number | null,
  place: PlotScale,
): string {
  let path = "";
  for (const [index, point] of points.entries()) {
    const at = value(point);
    if (at === null) continue;
    const before = points[index - 1] && value(points[index - 1] as Point);
    path += before == null ? `M${place(point.at, at)}` : `L${place(point.at, before)}L${place(point.at, at)}`;
    const next = points[index + 1];
    if (next && value(next) === null) path += `L${place(next.at, at)}`;
  }
  return path;
}

function buildAreaPath(points: readonly Point[], place: PlotScale): string {
  return points
    .map(({ at, cost }, index) => {
      const next = points[index + 1];
      if (cost === null || !next) return "";
      const [x = ""] = place(at, cost).split(" ");
      const [end = ""] = place(next.at, cost).split(" ");
      return `M${place(at, cost)}L${place(next.at, cost)}L${end} ${HEIGHT}L${x} ${HEIGHT}Z`;
    })
    .join("");
}
