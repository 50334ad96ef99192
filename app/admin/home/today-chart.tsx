import { formatMoney, type Minor } from "#lib/core/money/money";

interface Props {
  today: readonly Minor[];
  yesterday: readonly Minor[];
  /** The hour of now, whose bar is not full yet. */
  hour: number;
}

const formatHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** Today's sales by hour, with yesterday's as a line behind them. */
export function TodayChart({ today, yesterday, hour }: Props) {
  const sales = today.map(Number);
  const busiest = sales.indexOf(Math.max(...sales));
  const highest = today[busiest] ?? 0n;
  const most = Math.max(1, ...sales, ...yesterday.map(Number));
  const heightOf = (amount: Minor) => (Number(amount) / most) * 100;
  const step = 100 / yesterday.length;
  const line = yesterday.map((amount, n) => `${(n + 0.5) * step},${100 - heightOf(amount)}`).join(" ");
  return (
    <figure className="relative">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="text-muted text-sm">
          Sales per hour
          {highest > 0n && `, most at ${formatHour(busiest)}: ${formatMoney(highest)}`}
        </span>
        <span className="flex items-center gap-4 text-muted text-xs">
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-[2px] bg-accent/60" /> Today
          </span>
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="w-4 border-brand border-t-2" /> Yesterday
          </span>
        </span>
      </figcaption>
      <div aria-hidden="true" className="relative mt-2 flex h-28 items-end gap-[3px] md:gap-1.5">
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="pointer-events-none absolute inset-0 size-full overflow-visible text-brand"
        >
          <polyline
            points={line}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {today.map((amount, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day never move
          <span key={n} className="chart-bar">
            <span
              className={n === hour ? "bg-accent" : "bg-accent/60"}
              style={{
                height: amount > 0n ? `max(3px, ${heightOf(amount).toFixed(1)}%)` : n > hour ? 0 : "1px",
              }}
            />
            <span className="chart-value">
              {`${formatHour(n)}: ${formatMoney(amount)}, yesterday ${formatMoney(yesterday[n] ?? 0n)}`}
            </span>
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-muted text-xs">
        {["00:00", "06:00", "12:00", "18:00", "24:00"].map((clock) => (
          <span key={clock}>{clock}</span>
        ))}
      </div>
    </figure>
  );
}
