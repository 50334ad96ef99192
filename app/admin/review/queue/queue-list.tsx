import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import type { QueueFilter, ReviewQueue } from "#lib/review/review-queue";
import { buildItemHref, SHORT_KIND_LABELS } from "./queue-labels.ts";

interface Props {
  queue: ReviewQueue;
  position: number;
  on: QueueFilter;
}

/** How many items are listed before the open one, and after it. */
const [BEFORE, AFTER] = [3, 12];

/** The items around the open one: 200 of them would be a heavy page. */
export function QueueList({ queue: { items, count, overdue }, position, on }: Props) {
  const start = Math.max(0, position - BEFORE);
  const listed = items.slice(start, position + AFTER + 1);
  const remaining = items.length - start - listed.length;
  return (
    <Card
      title={pluralise(count, "item by deadline", "items by deadline")}
      padded={false}
      action={overdue > 0 && <span className="font-medium text-bad text-sm">{overdue} overdue</span>}
    >
      <ol aria-label="Items by deadline" start={start + 1} className="divide-y divide-line">
        {listed.map((item, index) => (
          <li key={`${item.kind} ${item.item}`}>
            <PageLink
              href={buildItemHref(on, item)}
              aria-current={start + index === position ? "true" : undefined}
              className="block px-4 py-2.5 text-sm hover:bg-sunken aria-[current]:bg-accent-soft"
            >
              <span className="flex justify-between gap-3">
                <span className="truncate font-medium">{item.phone ?? item.reseller ?? "Settings"}</span>
                {item.amount !== null && <span>{formatMoney(item.amount)}</span>}
              </span>
              <span className="flex justify-between gap-3 text-muted">
                <span className="truncate">{SHORT_KIND_LABELS[item.kind]}</span>
                <span className={cx("shrink-0", item.overdue && "font-medium text-bad")}>
                  <Time at={item.due} />
                </span>
              </span>
              {item.assignee && (
                <span className="block truncate text-muted">
                  Assigned to {item.assignee.own ? "you" : item.assignee.name}
                </span>
              )}
            </PageLink>
          </li>
        ))}
      </ol>
      {remaining > 0 && <p className="px-4 py-3 text-muted text-sm">{remaining} more after these.</p>}
    </Card>
  );
}
