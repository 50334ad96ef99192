import { cx } from "#app/ui/cx.ts";
import { pluralise } from "#lib/core/text/pluralise";
import { formatDayAndClock } from "#lib/core/time/time";
import type { QuarterOutcomes } from "#lib/monitoring/delivery-board";

/** Of six quarters, a phone shows the latest ones where a row holds more than them. */
const PHONE_QUARTERS = 3;

/** The heads of columns, one for each quarter of an hour. `few`: a phone shows fewer. */
export function QuarterHeads({ quarters, few = false }: { quarters: readonly Date[]; few?: boolean }) {
  return quarters.map((at, n) => (
    <th
      key={at.getTime()}
      scope="col"
      className={cx("px-1 text-center font-normal", few && n >= PHONE_QUARTERS && "max-sm:hidden")}
    >
      {formatDayAndClock(at).clock}
    </th>
  ));
}

interface CellsProps {
  quarters: readonly Date[];
  outcomes: readonly QuarterOutcomes[];
  few?: boolean;
}

/** Delivered of all, for each quarter of an hour: a glance shows where a problem is. */
export function OutcomeCells({ quarters, outcomes, few = false }: CellsProps) {
  return outcomes.map((outcome, n) => (
    <OutcomeCell
      key={quarters[n]?.getTime()}
      {...outcome}
      className={few && n >= PHONE_QUARTERS ? "max-sm:hidden" : undefined}
    />
  ));
}

function OutcomeCell({
  delivered,
  failed,
  open,
  className,
}: QuarterOutcomes & { className: string | undefined }) {
  const all = delivered + failed + open;
  if (all === 0)
    return (
      <td className={cx("h-9 rounded-sm bg-sunken", className)}>
        <span className="sr-only">None</span>
      </td>
    );
  const title = [
    `${delivered} delivered`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(open > 0 ? [pluralise(open, "purchase open", "purchases open")] : []),
  ].join(", ");
  return (
    <td
      title={title}
      className={cx(
        "h-9 min-w-9 rounded-sm text-center font-medium sm:min-w-12",
        getOutcomeClass(delivered, failed, open),
        className,
      )}
    >
      {delivered}/{all}
    </td>
  );
}

/** The share of deliveries below which a network has a problem, and is broken. */
const [GOOD_SHARE, POOR_SHARE] = [0.9, 0.6];

function getOutcomeClass(delivered: number, failed: number, open: number): string {
  const decided = delivered + failed;
  if (decided === 0) return "bg-wait-soft text-wait";
  const share = delivered / decided;
  // Purchases are open for a moment; when most are, they are stuck.
  if (share >= GOOD_SHARE && open <= decided) return "bg-good-soft text-good";
  return share >= POOR_SHARE ? "bg-unsure-soft text-unsure" : "bg-bad-soft text-bad";
}
