import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { listAvailabilitySwitches } from "#lib/catalogue/availability-switches";
import type { Ctx } from "#lib/core/context";
import { pluralise } from "#lib/core/text/pluralise";
import { AvailabilityRow } from "./availability-row.tsx";

/** The switches that stop sales with a message to buyers: of everything, a network or, folded, a plan type. */
export async function AvailabilityCards({ ctx }: { ctx: Ctx }) {
  const [all, ...parts] = await listAvailabilitySwitches(ctx);
  const networks = parts.filter(({ typeId }) => typeId === null);
  return (
    <Card title="Availability" padded={false}>
      <ul className="divide-y divide-line">
        {all && <AvailabilityRow ctx={ctx} item={all} />}
        {networks.map((network) => {
          const types = parts.filter(
            ({ networkId, typeId }) => networkId === network.networkId && typeId !== null,
          );
          return (
            <AvailabilityRow key={network.subject} ctx={ctx} item={network}>
              {types.length > 0 && (
                <Disclosure
                  title={pluralise(types.length, "plan type", "plan types")}
                  open={types.some(({ off }) => off)}
                >
                  <ul>
                    {types.map((item) => (
                      <AvailabilityRow key={item.subject} ctx={ctx} item={item} />
                    ))}
                  </ul>
                </Disclosure>
              )}
            </AvailabilityRow>
          );
        })}
      </ul>
    </Card>
  );
}
