import { hasPurchases } from "#app/admin/home/recent-outcomes-card";
import { QuarterHeads } from "#app/admin/outcome-cells";
import { NetworkTabs } from "#app/admin/tabs";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import type { Query } from "#app/ui/list/build-href.ts";
import { NetworkTile } from "#app/ui/network-tile";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { type BoardLine, readDeliveryBoard } from "#lib/monitoring/delivery-board";
import { getNetworkStates } from "#lib/monitoring/network-states";
import { requireAdminPage } from "#lib/request/actor";
import { AnnouncementCard } from "./announcement-card.tsx";
import { AvailabilityCards } from "./availability-cards.tsx";
import { FailureCard } from "./failure-card.tsx";
import { LineRow } from "./line-row.tsx";
import { OutageCard } from "./outage-card.tsx";

export const metadata = { title: "Networks" };

/** Announcements, outages, the switches that stop sales, and deliveries by plan type and quarter of an hour. */
export default async function NetworksPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [{ quarters, networks, failures, fromDay }, states] = await Promise.all([
    readDeliveryBoard(ctx),
    getNetworkStates(ctx),
  ]);
  const quiet = networks.filter(({ lines }) => lines.every(isQuiet));
  const busy = networks.filter((network) => !quiet.includes(network));
  const suppliers = new Set(networks.flatMap(({ lines }) => lines.map(({ supplierId }) => supplierId)));
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title="Networks"
        lead="A plan type that fails at a supplier is paused there until one purchase is delivered. Existing purchases are still delivered, also of plans that are turned off."
        tabs={<NetworkTabs here="/admin/networks" />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <AnnouncementCard ctx={ctx} query={await searchParams} />
        <OutageCard networks={networks} states={states.networks} />
        <FailureCard failures={failures} fromDay={fromDay} isSeveral={suppliers.size > 1} />
        <AvailabilityCards ctx={ctx} />
        {busy.map(({ id, name, lines }) => (
          <NetworkCard key={id} {...{ name, lines, quarters }} isSeveral={suppliers.size > 1} />
        ))}
        {quiet.length > 0 && (
          <QuietNetworks networks={quiet} quarters={quarters} isSeveral={suppliers.size > 1} />
        )}
      </div>
    </>
  );
}

interface CardProps {
  name: string;
  lines: readonly BoardLine[];
  quarters: readonly Date[];
  isSeveral: boolean;
}

/** Lines without purchases and pauses are folded away. */
const isQuiet = ({ outage, outcomes }: BoardLine) => outage === null && !hasPurchases({ outcomes });

function NetworkCard({ name, lines, ...table }: CardProps) {
  const quiet = lines.filter(isQuiet);
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <NetworkTile name={name} size="sm" />
          {name}
        </span>
      }
      padded={false}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] px-4 pb-3 md:px-5">
        {quiet.length < lines.length && (
          <LineTable name={name} lines={lines.filter((line) => !isQuiet(line))} {...table} />
        )}
        {quiet.length > 0 && (
          <Disclosure title={`No purchases (${quiet.length})`}>
            <LineTable name={name} lines={quiet} {...table} />
          </Disclosure>
        )}
      </div>
    </Card>
  );
}

interface QuietProps extends Pick<CardProps, "quarters" | "isSeveral"> {
  networks: readonly { id: number; name: string; lines: readonly BoardLine[] }[];
}

/** Networks without purchases and pauses, one line each, below the others. */
function QuietNetworks({ networks, ...table }: QuietProps) {
  return (
    <Card title="No purchases, last 90 minutes" padded={false}>
      <ul className="divide-y divide-line">
        {networks.map(({ id, name, lines }) => (
          <li key={id} className="px-4 py-1 md:px-5">
            <Disclosure
              title={
                <span className="flex items-center gap-2">
                  <NetworkTile name={name} size="sm" />
                  {`${name} (${lines.length})`}
                </span>
              }
            >
              <LineTable name={name} lines={lines} {...table} />
            </Disclosure>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function LineTable({ name, lines, quarters, isSeveral }: CardProps) {
  return (
    <table className="w-full border-separate border-spacing-1 text-sm sm:table-fixed">
      <caption className="sr-only">Deliveries of {name} by plan type and quarter of an hour</caption>
      <thead className="text-muted text-xs">
        <tr>
          <th scope="col" className="text-left font-medium sm:w-56">
            Type
          </th>
          <QuarterHeads quarters={quarters} few />
          <th scope="col" className="pl-3 text-left font-medium max-sm:hidden sm:w-40">
            Status
          </th>
          <th scope="col" className="w-20 sm:w-24">
            <span className="sr-only">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineRow
            key={`${line.supplierId} ${line.typeId}`}
            line={line}
            quarters={quarters}
            isSeveral={isSeveral}
          />
        ))}
      </tbody>
    </table>
  );
}
