import { formatMoney } from "#lib/core/money";
import type { Figures as Counted, HomeView } from "#lib/report/home";
import { countText } from "../../ui/count-text.ts";
import { Money } from "../../ui/money.tsx";
import { Compared } from "./compared.tsx";

type Props = Pick<HomeView, "today" | "yesterday" | "lastWeek">;

/** Today so far, beside the same hours of yesterday and of this day last week. */
export function Figures({ today, yesterday, lastWeek }: Props) {
  const figures = [
    { label: "Delivered", value: (one: Counted) => one.delivered, text: countText },
    { label: "Sales", value: (one: Counted) => Number(one.sales), text: money },
    { label: "Margin", value: (one: Counted) => Number(one.margin), text: money },
    { label: "Success", value: (one: Counted) => one.success, text: percent },
  ];
  return (
    <section aria-label="Today" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(({ label, value, text }) => {
        const now = value(today);
        return (
          <div key={label} className="min-w-0 rounded-lg border border-line bg-surface p-4">
            <h2 className="text-muted text-sm">{label} today</h2>
            <p className="truncate font-semibold text-lg md:text-xl">{shownAs(now, text)}</p>
            <dl className="mt-2 grid gap-0.5 text-sm">
              <Compared
                label="Yesterday"
                now={now}
                then={value(yesterday)}
                text={shownAs(value(yesterday), text)}
              />
              <Compared
                label="Last week"
                now={now}
                then={value(lastWeek)}
                text={shownAs(value(lastWeek), text)}
              />
            </dl>
          </div>
        );
      })}
    </section>
  );
}

function shownAs(value: number | null, text: (value: number) => React.ReactNode): React.ReactNode {
  return value === null ? <span className="text-muted">none yet</span> : text(value);
}

const money = (minor: number) => <Money text={formatMoney(BigInt(minor))} />;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
