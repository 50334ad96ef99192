import { OutcomeCells, QuarterHeads } from "#app/admin/outcome-cells";
import { Card } from "#app/ui/card";
import { NetworkTile } from "#app/ui/network-tile";
import { ScrollArea } from "#app/ui/scroll-area";
import type { DeliveryBoard } from "#lib/monitoring/delivery-board";

/** Whether anything was bought in a row's quarters of an hour. */
export const hasPurchases = ({ outcomes }: Pick<DeliveryBoard["networks"][number], "outcomes">): boolean =>
  outcomes.some(({ delivered, failed, open }) => delivered + failed + open > 0);

/** The share of deliveries by network and quarter of an hour: a glance shows the network with a problem. */
export function RecentOutcomesCard({ quarters, networks }: DeliveryBoard) {
  const shown = networks.filter(hasPurchases);
  if (shown.length === 0) return null;
  return (
    <Card
      title="Delivered, last 90 minutes"
      padded={false}
      link={{ href: "/admin/networks", label: "By plan type" }}
    >
      <ScrollArea label="Deliveries by network" className="px-4 pb-4 md:px-5">
        <table className="w-full border-separate border-spacing-1 text-sm">
          <caption className="sr-only">Deliveries by network and quarter of an hour</caption>
          <thead className="text-muted text-xs">
            <tr>
              <th scope="col" className="text-left font-medium">
                Network
              </th>
              <QuarterHeads quarters={quarters} />
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name, outcomes }) => (
              <tr key={id}>
                <th scope="row" className="pr-1 text-left font-medium sm:pr-3">
                  <span className="flex items-center gap-2 whitespace-nowrap">
                    <span className="max-sm:hidden">
                      <NetworkTile name={name} size="sm" />
                    </span>
                    {name}
                  </span>
                </th>
                <OutcomeCells quarters={quarters} outcomes={outcomes} />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Card>
  );
}
