interface Point {
  at: number;
  /** Null where it was not sold, or not told. */
  price: number | null;
  cost: number | null;
}

interface Props {
  title: string;
  /** The price now, as people read it. */
  now: string;
  /** From when on which price and cost held, oldest first; the last is now. */
  points: readonly Point[];
}

const WIDTH = 240;
const HEIGHT = 56;

/** A price over time as steps, on the ground of its cost; the price now beside it. */
export function PricePlot({ title, now, points }: Props) {
  const place = placer(points);
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
        <path d={areaPath(points, place)} className="fill-sunken" />
        <path
          d={linePath(points, (point) => point.price, place)}
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

type Place = (at: number, value: number) => string;

/** Spreads times over the width and amounts over the height, with a little air at both ends. */
function placer(points: readonly Point[]): Place {
  const values = points.flatMap(({ price, cost }) => [price, cost].filter((one) => one !== null));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const height = most - least || 1;
  return (at, value) => {
    const x = last === first ? WIDTH : ((at - first) / (last - first)) * WIDTH;
    return `${x.toFixed(1)} ${(HEIGHT - 8 - ((value - least) / height) * (HEIGHT - 12)).toFixed(1)}`;
  };
}

/** Steps from point to point; a gap where there is no value. */
function linePath(points: readonly Point[], value: (point: Point) => number | null, place: Place): string {
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

/** The ground of the cost, down to the bottom. */
function areaPath(points: readonly Point[], place: Place): string {
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
