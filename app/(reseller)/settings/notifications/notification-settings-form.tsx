import { saveNotificationSettingsAction } from "#app/(reseller)/notifications/actions.ts";
import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { Checkbox } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { DecimalInput } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatMoneyField } from "#lib/core/money/money";
import type { NotificationChannel, NotificationSettings } from "#lib/notification/notification-preferences";

const CHANNEL_HEADS: Record<NotificationChannel, string> = {
  portal: "Portal",
  mail: "Email",
  push: "Device",
};

/** In sight over all events: without it, the boxes of a row have no names. */
const HEAD_CLASS = "sticky top-0 z-2 bg-surface py-1.5 font-medium shadow-[0_1px_var(--color-line)]";

interface Props {
  settings: NotificationSettings;
  low: boolean;
}

export function NotificationSettingsForm({ settings, low }: Props) {
  const { events, ways, lowBalanceThreshold } = settings;
  return (
    <ActionForm action={saveNotificationSettingsAction} className="gap-5">
      {ways.map((channel) => (
        <input key={channel} type="hidden" name="ways" value={channel} />
      ))}
      <Card padded={false}>
        <table className="w-full border-collapse">
          <thead>
            <tr className="text-muted text-sm">
              <th scope="col" className={cx(HEAD_CLASS, "px-4 text-left md:px-5")}>
                <span className="sr-only">Event</span>
              </th>
              {ways.map((channel) => (
                <th
                  key={channel}
                  scope="col"
                  className={cx(HEAD_CLASS, "w-16 text-center last:pr-2 md:w-24")}
                >
                  {CHANNEL_HEADS[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {events.map(({ event, label, note, always, choice }) => (
              <tr key={event} className="border-line border-t">
                <th scope="row" className="px-4 py-2 text-left font-medium md:px-5">
                  {label}
                  {note && <span className="block font-normal text-muted text-sm">{note}</span>}
                </th>
                {ways.map((channel) => (
                  <td key={channel} className="last:pr-2">
                    <span className="grid place-items-center text-muted text-sm">
                      {always && channel !== "push" ? (
                        "Always"
                      ) : (
                        <Checkbox
                          name={channel}
                          value={event}
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
      </Card>
      {low && (
        <Card title="Low balance">
          <DecimalInput
            label="Notify me below"
            name="lowBalanceThreshold"
            optional
            placeholder="5,000"
            hint="Leave empty for no notification. You get it once, and again after you top up."
            className="max-w-60"
            defaultValue={lowBalanceThreshold === null ? "" : formatMoneyField(lowBalanceThreshold)}
          />
        </Card>
      )}
      <div className="save-bar bg-ground max-md:-mx-4 max-md:px-4">
        <SubmitButton>Save</SubmitButton>
        <div className="min-w-0 flex-1 basis-56 has-[>:empty]:absolute">
          <FormStatus of={["ways", "portal", "mail", "push"]} />
        </div>
      </div>
    </ActionForm>
  );
}
