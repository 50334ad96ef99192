import { Checkbox, FieldSet, Radio } from "#app/ui/form/checkbox";
import { Input } from "#app/ui/form/input";
import { ChevronDown } from "#app/ui/icon/icons.ts";
import { ACTION_ITEM_KINDS } from "#lib/modules";
import type { AlertChannel } from "#lib/monitoring/alert/recipients";

const CHANNEL_OPTIONS: readonly { channel: AlertChannel; label: string; missing: string }[] = [
  { channel: "mail", label: "Email", missing: "Set SMTP_URL and MAIL_FROM on the server to send email." },
  {
    channel: "telegram",
    label: "Telegram",
    missing: "Set ALERT_TELEGRAM_TOKEN on the server to send to Telegram.",
  },
  { channel: "webhook", label: "Webhook: a signed request to your server", missing: "" },
];

export function ChannelFields({ ways }: { ways: readonly AlertChannel[] }) {
  return (
    <>
      <FieldSet legend="Channel" name="channel">
        {CHANNEL_OPTIONS.map(({ channel, label, missing }) => {
          const can = ways.includes(channel);
          return (
            <Radio
              key={channel}
              name="channel"
              value={channel}
              label={label}
              note={can ? undefined : missing}
              disabled={!can}
              defaultChecked={channel === ways[0]}
            />
          );
        })}
      </FieldSet>
      <Input
        label="Address"
        name="target"
        autoComplete="off"
        required
        hint="An email address; a Telegram chat ID, for example -1001234567890, or @channel; an https:// URL."
      />
    </>
  );
}

const ALERTS = Object.entries(ACTION_ITEM_KINDS);

interface RecipientSettingsProps {
  name?: string;
  kinds?: readonly string[];
  quiet?: { from: string; until: string } | null;
}

export function RecipientSettings({
  name,
  kinds = Object.keys(ACTION_ITEM_KINDS),
  quiet,
}: RecipientSettingsProps) {
  const all = kinds.length === ALERTS.length;
  return (
    <>
      <Input
        label="Name"
        name="name"
        optional
        maxLength={60}
        autoComplete="off"
        hint="Shown in this list."
        defaultValue={name}
      />
      <div className="grid grid-cols-2 gap-4">
        <Input label="Quiet from" name="quietFrom" type="time" optional defaultValue={quiet?.from} />
        <Input label="Quiet until" name="quietUntil" type="time" optional defaultValue={quiet?.until} />
      </div>
      <p className="text-muted text-sm">
        Alerts that aren’t urgent wait until quiet hours end. If they resolve before then, they aren’t sent.
      </p>
      <details open={!all} className="group rounded-md border border-edge">
        <summary className="flex min-h-11 cursor-pointer items-center gap-3 px-3">
          <span className="font-medium">Alerts</span>
          <span className="ml-auto text-muted">{all ? "All" : `${kinds.length} of ${ALERTS.length}`}</span>
          <ChevronDown className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none" />
        </summary>
        <div className="px-3 pb-3">
          <FieldSet legend="Notify about" name="kinds">
            {ALERTS.map(([kind, { label, urgent }]) => (
              <Checkbox
                key={kind}
                name="kinds"
                value={kind}
                label={label}
                note={urgent ? "Urgent: also sent in quiet hours" : undefined}
                defaultChecked={kinds.includes(kind)}
              />
            ))}
          </FieldSet>
        </div>
      </details>
    </>
  );
}
