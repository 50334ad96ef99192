import { AdminDialog, AdminForm } from "#app/admin/admin-form";
import {
  addAlertRecipientAction,
  changeAlertRecipientAction,
  removeAlertRecipientAction,
  sendTestAlertAction,
} from "#app/admin/settings/actions.ts";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { BellRing } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { NewSecretResult } from "#app/ui/new-secret-banner";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time, TimePhrase } from "#app/ui/time";
import type { Ctx } from "#lib/core/context";
import { modules } from "#lib/modules";
import {
  type AlertRecipientView,
  type AlertView,
  getAlertSettings,
  listLatestAlerts,
} from "#lib/monitoring/alert/alert-settings";
import { ChannelFields, RecipientSettings } from "./recipient-fields.tsx";

const Bell = BellRing;

export async function Alerts({ ctx }: { ctx: Ctx }) {
  const [{ receivers, ways }, latest] = await Promise.all([
    getAlertSettings(ctx, modules),
    listLatestAlerts(ctx),
  ]);
  return (
    <section id="alerts" aria-labelledby="alerts-title" className="scroll-mt-4">
      <h2 id="alerts-title" className="font-semibold text-lg">
        Alerts
      </h2>
      <p className="mt-1 mb-4 text-muted">
        When action is required, each recipient gets one message as the alert opens and one as it resolves.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-5">
          <Card title="Alert recipients" padded={false}>
            {receivers.length === 0 ? (
              <EmptyState icon={Bell} title="No alert recipients yet">
                Add an email address, a Telegram chat, or a webhook.
              </EmptyState>
            ) : (
              <ul aria-label="Alert recipients" className="divide-y divide-line">
                {receivers.map((recipient) => (
                  <RecipientCard key={recipient.id} recipient={recipient} />
                ))}
              </ul>
            )}
          </Card>
          {latest.length > 0 && <RecentAlerts alerts={latest} />}
        </div>
        <Card title="New recipient">
          <AdminForm
            needs="rules"
            id="add"
            action={addAlertRecipientAction}
            submit="Add recipient"
            look={{ variant: "primary" }}
            answer={<NewSecretResult what="secret" />}
          >
            <ChannelFields ways={ways} />
            <RecipientSettings />
          </AdminForm>
        </Card>
      </div>
    </section>
  );
}

const CHANNEL_LABELS = { mail: "Email", telegram: "Telegram", webhook: "Webhook" } as const;

function RecipientCard({ recipient }: { recipient: AlertRecipientView }) {
  const { id, name, channel, target, kinds, quiet, sentAt, problem, failingSince, waiting, version } =
    recipient;
  const displayName = name || target;
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="wrap-anywhere font-medium">{displayName}</p>
          <p className="wrap-anywhere mt-1 text-muted text-sm">
            {CHANNEL_LABELS[channel]}
            {name && ` to ${target}`}
            {quiet && `. Quiet from ${quiet.from} to ${quiet.until}`}
          </p>
        </div>
        {problem ? (
          <StateBadge tone="bad" word="Failing" />
        ) : (
          sentAt && <StateBadge tone="good" word="Working" />
        )}
      </div>
      <p className="wrap-anywhere text-muted text-sm">
        {sentAt ? <TimePhrase before="Last alert " at={sentAt} after="." /> : "No alerts yet."}{" "}
        {problem && (
          <>
            Delivery has failed
            <TimePhrase before=" since " at={failingSince} />: {problem}.{" "}
            {waiting > 0 && "Retried for one day."}
          </>
        )}
      </p>
      <PermissionGate do="rules">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <AdminForm
            needs="rules"
            id={`test-${id}`}
            action={sendTestAlertAction}
            hidden={{ id }}
            reasonLabel={null}
            submit="Send test alert"
            look={{ size: "sm" }}
          />
          <AdminDialog
            needs="rules"
            trigger="Remove"
            look={{ size: "sm", variant: "danger" }}
            title={`Remove ${displayName}?`}
            id={`remove-${id}`}
            action={removeAlertRecipientAction}
            hidden={{ id }}
            submit="Remove recipient"
            submitLook="danger"
          />
        </div>
        <Disclosure title="Edit recipient">
          <div className="mt-2">
            <AdminForm
              needs="rules"
              id={`change-${id}`}
              action={changeAlertRecipientAction}
              hidden={{ id, version }}
              submit="Save"
            >
              <RecipientSettings name={name} kinds={kinds} quiet={quiet} />
            </AdminForm>
          </div>
        </Disclosure>
      </PermissionGate>
    </li>
  );
}

function RecentAlerts({ alerts }: { alerts: readonly AlertView[] }) {
  return (
    <Card title="Recent alerts" padded={false}>
      <RowList label="Recent alerts">
        {alerts.map((alert) => (
          <ListRow
            key={alert.id}
            href={alert.resolvedAt ? undefined : alert.path}
            title={alert.title}
            note={
              <>
                <Time at={alert.beganAt} />
                <TimePhrase before=" to " at={alert.resolvedAt} />, {formatSentTo(alert)}
              </>
            }
            state={
              <StateBadge
                tone={alert.resolvedAt ? "plain" : "bad"}
                word={alert.resolvedAt ? "Resolved" : "Open"}
              />
            }
          />
        ))}
      </RowList>
    </Card>
  );
}

function formatSentTo({ sent, waiting }: AlertView): string {
  const parts = [...(sent > 0 ? [`sent to ${sent}`] : []), ...(waiting > 0 ? [`${waiting} pending`] : [])];
  return parts.join(", ") || "not sent";
}
