import type { Ctx } from "#lib/core/context";
import { pushSettings } from "#lib/notice/push-devices";
import { Card } from "../../../ui/card.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { List, Row } from "../../../ui/row.tsx";
import { RowAct } from "../../../ui/row-act.tsx";
import { Time } from "../../../ui/time.tsx";
import { takeOff } from "./actions.ts";
import { AddThisDevice } from "./add-this-device.tsx";

/** The devices that show notices while no page is open. */
export async function PushDevices({ ctx }: { ctx: Ctx }) {
  const { publicKey, devices } = await pushSettings(ctx);
  return (
    <Card title="Devices that show notices" padded={false}>
      <div className="grid gap-3 px-4 pb-4 md:px-5">
        <p className="text-muted">
          Also while no page is open. A lock screen shows what kind of thing happened, no amount and no
          number.
        </p>
        <AddThisDevice publicKey={publicKey} />
      </div>
      {devices.length > 0 && (
        <ActionForm action={takeOff} className="border-line border-t">
          <FormAnswer of={["id"]} />
          <List label="Devices that show notices">
            {devices.map(({ id, name, createdAt, reachedAt }) => (
              <Row
                key={id}
                title={name}
                note={
                  reachedAt ? (
                    <>
                      Last reached <Time at={reachedAt} />
                    </>
                  ) : (
                    <>
                      Added <Time at={createdAt} />
                    </>
                  )
                }
                state={
                  <RowAct name="id" value={id} aria-label={`Take off ${name}`}>
                    Take off
                  </RowAct>
                }
              />
            ))}
          </List>
        </ActionForm>
      )}
    </Card>
  );
}
