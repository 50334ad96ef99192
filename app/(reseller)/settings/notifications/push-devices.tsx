import { removePushDeviceAction } from "#app/(reseller)/notifications/actions.ts";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { RowButton } from "#app/ui/form/submit-button";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Time } from "#app/ui/time";
import type { Ctx } from "#lib/core/context";
import { getPushSettings } from "#lib/notification/push-devices";
import { AddPushDeviceForm } from "./add-push-device-form.tsx";

export async function PushDevices({ ctx }: { ctx: Ctx }) {
  const { publicKey, devices } = await getPushSettings(ctx);
  return (
    <Card title="Push notifications" padded={false}>
      <div className="grid gap-3 px-4 pb-4 md:px-5">
        <p className="text-muted">
          You get them even when the portal is closed. The lock screen shows no amounts or phone numbers.
        </p>
        <AddPushDeviceForm publicKey={publicKey} />
      </div>
      {devices.length > 0 && (
        <ActionForm action={removePushDeviceAction} className="border-line border-t">
          <FormStatus of={["id"]} />
          <RowList label="Devices">
            {devices.map(({ id, name, createdAt, reachedAt }) => (
              <ListRow
                key={id}
                title={name}
                note={
                  <>
                    {reachedAt ? "Last reached" : "Added"} <Time at={reachedAt ?? createdAt} />
                  </>
                }
                state={
                  <RowButton name="id" value={id} aria-label={`Remove ${name}`}>
                    Remove
                  </RowButton>
                }
              />
            ))}
          </RowList>
        </ActionForm>
      )}
    </Card>
  );
}
