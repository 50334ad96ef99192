import { ALERT_KINDS, ALERTS, type AlertKind } from "#lib/report/alert/kinds";
import type { AlertWay } from "#lib/report/alert/receivers";
import { Checkbox, FieldSet, Radio } from "../../../ui/checkbox.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Input } from "../../../ui/input.tsx";

const WAYS: readonly { way: AlertWay; label: string; missing: string }[] = [
  { way: "mail", label: "Mail", missing: "The portal sends none: set SMTP_URL and MAIL_FROM." },
  { way: "telegram", label: "Telegram", missing: "The portal has no bot: set ALERT_TELEGRAM_TOKEN." },
  { way: "webhook", label: "Webhook: a signed message to a program of yours", missing: "" },
];

/** How somebody is reached, and where. */
export function WayAndTarget({ ways }: { ways: readonly AlertWay[] }) {
  return (
    <>
      <FieldSet legend="How" name="way">
        {WAYS.map(({ way, label, missing }) => {
          const can = ways.includes(way);
          return (
            <Radio
              key={way}
              name="way"
              value={way}
              label={label}
              note={can ? undefined : missing}
              disabled={!can}
              defaultChecked={way === ways[0]}
            />
          );
        })}
      </FieldSet>
      <Input
        label="Where"
        name="target"
        autoComplete="off"
        required
        hint="A mail address; a chat’s number, such as -1001234567890, or a channel’s @name; an https:// address."
      />
    </>
  );
}

interface Settings {
  name?: string;
  kinds?: readonly AlertKind[];
  quiet?: { from: string; until: string } | null;
}

/** What somebody is told, and when they are left alone. */
export function ReceiverSettings({ name, kinds = ALERT_KINDS, quiet }: Settings) {
  const all = kinds.length === ALERT_KINDS.length;
  return (
    <>
      <Input
        label="Name"
        name="name"
        optional
        maxLength={60}
        autoComplete="off"
        hint="How you call it here."
        defaultValue={name}
      />
      <div className="grid grid-cols-2 gap-4">
        <Input label="Quiet from" name="quietFrom" type="time" optional defaultValue={quiet?.from} />
        <Input label="Until" name="quietUntil" type="time" optional defaultValue={quiet?.until} />
      </div>
      <p className="text-muted text-sm">
        What is not urgent waits for the end of the quiet hours, and is not told if it is over by then.
      </p>
      <Fold
        title={all ? "Told of everything" : `Told of ${kinds.length} things of ${ALERT_KINDS.length}`}
        open={!all}
      >
        <FieldSet legend="Told when" name="kinds">
          {ALERT_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              name="kinds"
              value={kind}
              label={ALERTS[kind].label}
              note={ALERTS[kind].urgent ? "Urgent: also in quiet hours" : undefined}
              defaultChecked={kinds.includes(kind)}
            />
          ))}
        </FieldSet>
      </Fold>
    </>
  );
}
