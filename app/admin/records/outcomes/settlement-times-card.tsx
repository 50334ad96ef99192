import { Card } from "#app/ui/card";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { formatSeconds, TIME_LINES } from "#app/ui/settlement-times.ts";
import { pluralise } from "#lib/core/text/pluralise";
import type { SettlementTimes, TimeShares } from "#lib/sales/settlement-times";

interface Line {
  what: string;
  goal: string;
  days: number;
  times: TimeShares | null;
}

/** Shows how fast failed purchases are refunded and unconfirmed ones decided. */
export function SettlementTimesCard({ times }: { times: readonly SettlementTimes[] }) {
  const lines = times.flatMap(({ days, refund, decision }): Line[] => [
    { what: "Failure to refund", goal: "30 seconds", days, times: refund },
    { what: "Unconfirmed to decided", goal: "24 hours", days, times: decision },
  ]);
  const undecided = times[0]?.undecided;
  return (
    <Card title="Times to refund and decision">
      <DataTable
        caption="Times to refund and decision"
        columns={COLUMNS}
        rows={lines.toSorted((a, b) => a.what.localeCompare(b.what))}
        rowKey={({ what, days }) => `${what} ${days}`}
        dense
      />
      {undecided && undecided.count > 0 && (
        <p className="mt-3 text-muted text-sm">
          {pluralise(undecided.count, "purchase is", "purchases are")} undecided now, the oldest for{" "}
          {formatSeconds(undecided.oldest ?? 0)}.
        </p>
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<Line>[] = [
  { head: "Time", phone: "title", cell: ({ what }) => what },
  { head: "Goal", cell: ({ goal }) => goal },
  { head: "Last", phone: "note", cell: ({ days }) => (days === 1 ? "24 hours" : `${days} days`) },
  {
    head: "Purchases",
    align: "end",
    cell: ({ times }) => times?.count ?? "Under 5",
  },
  ...TIME_LINES.map(
    ({ label, cell }, n): Column<Line> => ({
      head: label,
      align: "end",
      ...(n === 0 && { phone: "value" as const }),
      ...(n === 1 && { phone: "state" as const }),
      cell: ({ times }) => (times ? cell(times) : "–"),
    }),
  ),
];
