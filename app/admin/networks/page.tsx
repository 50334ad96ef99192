import { NetworkTabs } from "#app/admin/tabs";
import { Card } from "#app/ui/card";
import { PageHeader } from "#app/ui/page/page-header";
import { listAvailabilitySwitches } from "#lib/catalogue/availability-switches";
import { requireAdminPage } from "#lib/request/actor";
import { AvailabilityRow } from "./availability-row.tsx";

export const metadata = { title: "Availability" };

/** The switches that stop sales with a message to buyers: of everything, a network or a plan type. */
export default async function SwitchesPage() {
  const { ctx } = await requireAdminPage();
  const [all, ...parts] = await listAvailabilitySwitches(ctx);
  const networks = parts.filter(({ typeId }) => typeId === null);
  return (
    <>
      <PageHeader
        title="Availability"
        lead="Plans that are turned off aren’t sold, and buyers see your message. Existing purchases are still delivered."
        tabs={<NetworkTabs here="/admin/networks" />}
      />
      <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
        {all && (
          <Card padded={false} className="xl:col-span-2">
            <ul>
              <AvailabilityRow ctx={ctx} item={all} />
            </ul>
          </Card>
        )}
        {networks.map((network) => (
          <Card key={network.networkId} padded={false}>
            <ul className="divide-y divide-line">
              {[
                network,
                ...parts.filter((part) => part.networkId === network.networkId && part.typeId !== null),
              ].map((item) => (
                <AvailabilityRow key={item.subject} ctx={ctx} item={item} />
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  );
}
