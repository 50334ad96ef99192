import { BellRing } from "lucide-react";
import type { Metadata } from "next";
import { type AlertView, alertSettings, latestAlerts, type ReceiverView } from "#lib/report/alert/list";
import { requireAdminPage } from "#lib/web/actor";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { May } from "../../../ui/may.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { plainIcon } from "../../../ui/plain-icon.tsx";
import { List, Row } from "../../../ui/row.tsx";
import { SecretAnswer } from "../../../ui/shown-once.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { add, change, remove, tryOut } from "./actions.ts";
import { ReceiverSettings, WayAndTarget } from "./receiver-fields.tsx";

export const metadata: Metadata = { title: "Alerts" };

const Bell = plainIcon(BellRing);

/** Who is told of what needs a hand while nobody looks, and what they were told lately. */
export default async function AlertsPage() {
  const { ctx } = await requireAdminPage();
  const [{ receivers, ways }, latest] = await Promise.all([alertSettings(ctx), latestAlerts(ctx)]);
  return (
    <>
      <PageHeader
        title="Alerts"
        lead="What needs a hand is told outside the portal: once, and again when it is over."
        back={{ href: "/admin/settings", label: "Settings" }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-5">
          <Card title="Who is told" padded={false}>
            {receivers.length === 0 ? (
              <EmptyState icon={Bell} title="Nobody yet">
                Add a mail address, a Telegram chat, or an address of your own that takes messages.
              </EmptyState>
            ) : (
              <ul aria-label="Who is told" className="divide-y divide-line">
                {receivers.map((receiver) => (
                  <Receiver key={receiver.id} receiver={receiver} />
                ))}
              </ul>
            )}
          </Card>
          {latest.length > 0 && <Latest alerts={latest} />}
        </div>
        <Card title="Tell somebody">
          <DeskForm
            needs="rules"
            id="add"
            action={add}
            submit="Add"
            look={{ variant: "primary" }}
            answer={<SecretAnswer what="secret" />}
          >
            <WayAndTarget ways={ways} />
            <ReceiverSettings />
          </DeskForm>
        </Card>
      </div>
    </>
  );
}

const WAYS = { mail: "Mail", telegram: "Telegram", webhook: "Webhook" } as const;

function Receiver({ receiver }: { receiver: ReceiverView }) {
  const { id, name, way, target, kinds, quiet, sentAt, problem, failingSince, waiting, version } = receiver;
  const called = name || target;
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="wrap-anywhere font-medium">{called}</p>
          <p className="wrap-anywhere mt-1 text-muted text-sm">
            {WAYS[way]}
            {name && ` to ${target}`}
            {quiet && `. Quiet from ${quiet.from} to ${quiet.until}`}
          </p>
        </div>
        {problem ? (
          <Badge tone="bad" icon>
            Does not arrive
          </Badge>
        ) : (
          sentAt && (
            <Badge tone="good" icon>
              Arrives
            </Badge>
          )
        )}
      </div>
      <p className="wrap-anywhere text-muted text-sm">
        {sentAt ? (
          <>
            Last told <Time at={sentAt} />.
          </>
        ) : (
          "Nothing was told yet."
        )}{" "}
        {problem && (
          <>
            {failingSince && (
              <>
                Since <Time at={failingSince} /> it
              </>
            )}
            {!failingSince && "It"} takes nothing: {problem}. {waiting > 0 && "It is tried again for a day."}
          </>
        )}
      </p>
      <May do="rules">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <DeskForm
            needs="rules"
            id={`try-${id}`}
            action={tryOut}
            hidden={{ id }}
            why={null}
            submit="Send a try"
            look={{ size: "sm" }}
          />
          <ConfirmDialog
            trigger="Remove"
            look={{ size: "sm", variant: "danger" }}
            title={`Tell ${called} nothing more?`}
            cancel="Keep it"
          >
            <DeskForm
              needs="rules"
              id={`remove-${id}`}
              action={remove}
              hidden={{ id }}
              submit="Remove"
              look={{ variant: "danger", wide: true }}
            />
          </ConfirmDialog>
        </div>
        <Fold title="What and when">
          <div className="mt-2">
            <DeskForm
              needs="rules"
              id={`change-${id}`}
              action={change}
              hidden={{ id, version }}
              submit="Save"
            >
              <ReceiverSettings name={name} kinds={kinds} quiet={quiet} />
            </DeskForm>
          </div>
        </Fold>
      </May>
    </li>
  );
}

/** What needed a hand lately, and whether anybody was told. */
function Latest({ alerts }: { alerts: readonly AlertView[] }) {
  return (
    <Card title="Lately" padded={false}>
      <List label="Lately">
        {alerts.map((alert) => (
          <Row
            key={alert.id}
            href={alert.overAt ? undefined : alert.path}
            title={alert.title}
            note={
              <>
                <Time at={alert.beganAt} />
                {alert.overAt && (
                  <>
                    {" "}
                    to <Time at={alert.overAt} />
                  </>
                )}
                , {toldWords(alert)}
              </>
            }
            state={
              <Badge tone={alert.overAt ? "plain" : "bad"} icon>
                {alert.overAt ? "Over" : "Open"}
              </Badge>
            }
          />
        ))}
      </List>
    </Card>
  );
}

function toldWords({ told, waiting }: AlertView): string {
  const parts = [
    ...(told > 0 ? [`told to ${told}`] : []),
    ...(waiting > 0 ? [`${waiting} yet to be told`] : []),
  ];
  return parts.join(", ") || "told to nobody";
}
