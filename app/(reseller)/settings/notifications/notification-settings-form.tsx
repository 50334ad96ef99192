import { saveNotificationSettingsAction } from "#app/(reseller)/notifications/actions.ts";
import { Card } from "#app/ui/card";
import { Checkbox } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { DecimalInput } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatMoneyField } from "#lib/core/money/money";
import type { NotificationChannel, NotificationSettings } from "#lib/notification/notification-preferences";

const CHANNEL_HEADS: Record<NotificationChannel, string> = { mail: "Email", push: "Push" };

interface Props {
  settings: NotificationSettings;
  low: boolean;
}

/** The channels beside the portal, which shows every notification. */
export function NotificationSettingsForm({ settings, low }: Props) {
  const { groups, ways, lowBalanceThreshold } = settings;
  return (
    <ActionForm action={saveNotificationSettingsAction} className="gap-5">
      {ways.map((channel) => (
        <input key={channel} type="hidden" name="ways" value={channel} />
      ))}
      <Card padded={false}>
        <table className="w-full border-collapse">
          <thead>
            <tr className="text-muted text-sm">
              <td className="px-4 py-2 md:px-5">Always in the portal, and by:</td>
              {ways.map((channel) => (
                <th
                  key={channel}
                  scope="col"
                  className="w-14 py-2 text-center align-bottom font-medium last:pr-2 md:w-24"
                >
                  {CHANNEL_HEADS[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ group, label, note, always, choice }) => (
              <tr key={group} className="border-line border-t">
                <th scope="row" className="px-4 py-2 text-left font-medium md:px-5">
                  {label}
                  {note && <span className="block font-normal text-muted text-sm">{note}</span>}
                </th>
                {ways.map((channel) => (
                  <td key={channel} className="last:pr-2">
                    <span className="grid place-items-center text-muted text-sm">
                      {always && channel === "mail" ? (
                        "Always"
                      ) : (
                        <Checkbox
                          name={channel}
                          value={group}
                          label={`${label}: ${CHANNEL_HEADS[channel]}`}
                          labelHidden
                          defaultChecked={choice[channel]}
                        />
                      )}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {low && (
          <div className="border-line border-t px-4 py-3 md:px-5">
            <DecimalInput
              label="Notify me when my balance is below"
              name="lowBalanceThreshold"
              optional
              placeholder="5,000"
              hint="Empty for never. Once, and again after you top up."
              className="max-w-60"
              defaultValue={lowBalanceThreshold === null ? "" : formatMoneyField(lowBalanceThreshold)}
            />
          </div>
        )}
      </Card>
      <div className="save-bar bg-ground max-md:-mx-4 max-md:px-4">
        <SubmitButton>Save</SubmitButton>
        <div className="min-w-0 flex-1 basis-56 has-[>:empty]:absolute">
          <FormStatus of={["ways", "mail", "push"]} />
        </div>
      </div>
    </ActionForm>
  );
}
