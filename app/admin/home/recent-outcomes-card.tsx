import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { NetworkTile } from "#app/ui/network-tile";
import { ScrollArea } from "#app/ui/scroll-area";
import { pluralise } from "#lib/core/text/pluralise";
import { formatDayAndClock } from "#lib/core/time/time";
import type { QuarterOutcomes, RecentOutcomes } from "#lib/monitoring/today-outcomes";

/** The share of deliveries by network and quarter of an hour: a glance shows the network with a problem. */
export function RecentOutcomesCard({ quarters, networks }: RecentOutcomes) {
  if (networks.length === 0) return null;
  return (
    <Card
      title="Delivered, last 90 minutes"
      padded={false}
      link={{ href: "/status", label: "Network status" }}
    >
      <ScrollArea label="Deliveries by network" className="px-4 pb-4 md:px-5">
        <table className="w-full border-separate border-spacing-1 text-sm">
          <caption className="sr-only">Deliveries by network and quarter of an hour</caption>
          <thead className="text-muted text-xs">
            <tr>
              <th className="text-left font-medium">Network</th>
              {quarters.map((at) => (
                <th key={at.getTime()} className="px-1 text-center font-normal">
                  {formatDayAndClock(at).clock}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {networks.map(({ name, outcomes }) => (
              <tr key={name}>
                <th scope="row" className="pr-1 text-left font-medium sm:pr-3">
                  <span className="flex items-center gap-2 whitespace-nowrap">
                    <span className="max-sm:hidden">
                      <NetworkTile name={name} size="sm" />
                    </span>
                    {name}
                  </span>
                </th>
                {outcomes.map((outcome, n) => (
                  <OutcomeCell key={quarters[n]?.getTime()} {...outcome} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Card>
  );
}

function OutcomeCell({ delivered, failed, open }: QuarterOutcomes) {
  const all = delivered + failed + open;
  if (all === 0) return <td className="h-9 rounded-sm bg-sunken text-center text-faint">–</td>;
  const title = [
    `${delivered} delivered`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(open > 0 ? [pluralise(open, "purchase open", "purchases open")] : []),
  ].join(", ");
  return (
    <td
      title={title}
      className={cx(
        "h-9 min-w-9 rounded-sm sm:min-w-12 text-center font-medium",
        getOutcomeClass(delivered, failed, open),
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
