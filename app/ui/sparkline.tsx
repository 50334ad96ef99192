interface SparkPoint {
  /** "12 Nov". */
  label: string;
  value: number;
  /** The value as people read it: "₦12,400". */
  text: string;
}

interface Props {
  /** The one thing it says: "Spent per day". */
  title: string;
  points: readonly SparkPoint[];
  /** Names the day of the last value: "Today". */
  last?: string;
}

const WIDTH = 240;
const HEIGHT = 48;

/**
 * A line that shows one thing over time; the last value beside it,
 * each at the finger, all in a table for who wants it.
 */
export function Sparkline({ title, points, last }: Props) {
  const lastPoint = points.at(-1);
  if (!lastPoint) return null;
  return (
    <figure>
      <figcaption className="flex items-baseline justify-between gap-4">
        <span className="text-muted text-sm">{title}</span>
        <span className="font-semibold">
          {last && <span className="font-normal text-muted text-sm">{last} </span>}
          {lastPoint.text}
        </span>
      </figcaption>
      <div aria-hidden="true" className="relative mt-2 flex h-12">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="pointer-events-none absolute inset-0 size-full overflow-visible text-accent"
        >
          <line
            x2={WIDTH}
            y1={zeroHeight(points)}
            y2={zeroHeight(points)}
            className="text-line"
            stroke="currentColor"
            vectorEffect="non-scaling-stroke"
          />
          <polyline
            points={linePoints(points)}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {points.map(({ label, text }) => (
          <span key={label} className="group/point chart-bar">
            <span className="h-full bg-accent/20 opacity-0 group-hover/point:opacity-100" />
            <span className="chart-value">{`${label}: ${text}`}</span>
          </span>
        ))}
      </div>
      <p aria-hidden className="mt-1 flex justify-between text-muted text-xs">
        <span>{points[0]?.label}</span>
        <span>{last ?? lastPoint.label}</span>
      </p>
      <details className="text-sm">
        <summary className="inline-flex min-h-11 items-center text-muted underline underline-offset-4">
          Show table
        </summary>
        <table className="w-full">
          <caption className="sr-only">{title}</caption>
          <tbody className="divide-y divide-line">
            {points.map(({ label, text }) => (
              <tr key={label}>
                <th scope="row" className="py-1.5 text-left font-normal text-muted">
                  {label}
                </th>
                <td className="text-right">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function linePoints(points: readonly SparkPoint[]): string {
  const heightOf = scaleHeight(points);
  const step = WIDTH / points.length;
  return points.map(({ value }, at) => `${(at + 0.5) * step},${heightOf(value)}`).join(" ");
}

const zeroHeight = (points: readonly SparkPoint[]): number => scaleHeight(points)(0);

function scaleHeight(points: readonly SparkPoint[]): (value: number) => number {
  const values = points.map(({ value }) => value);
  const bottom = Math.min(...values, 0);
  const span = Math.max(...values, bottom + 1) - bottom;
  return (value) => HEIGHT - 2 - ((value - bottom) / span) * (HEIGHT - 4);
}
