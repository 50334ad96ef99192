import { ChevronLeft, ChevronRight } from "#app/ui/icon/icons.ts";
import { PageLink } from "#app/ui/page/page-link";
import { dayOf, formatDay } from "#lib/core/time/time";

/** The name of a day between the links to the day before and, unless it is today, to the next. */
export function DayLinks({ path, day }: { path: string; day: string }) {
  const date = Temporal.PlainDate.from(day);
  const isToday = day === dayOf(new Date());
  const hrefOf = (days: number) => `${path}?day=${date.add({ days })}`;
  return (
    <nav aria-label="Days" className="mb-3 flex items-center justify-between">
      <PageLink href={hrefOf(-1)} aria-label="Day before" className={LINK_CLASS}>
        <ChevronLeft className="size-6" />
      </PageLink>
      <h2 className="font-semibold text-lg">{isToday ? `Today, ${formatDay(day)}` : formatDay(day)}</h2>
      {isToday ? (
        <span className="size-11" />
      ) : (
        <PageLink href={hrefOf(1)} aria-label="Next day" className={LINK_CLASS}>
          <ChevronRight className="size-6" />
        </PageLink>
      )}
    </nav>
  );
}

const LINK_CLASS =
  "inline-grid size-11 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink";
