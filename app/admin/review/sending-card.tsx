import { AdminForm } from "#app/admin/admin-form";
import { HistoryDetails } from "#app/admin/history";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { CHANNEL_LABELS } from "#app/ui/labels.ts";
import { PermissionGate } from "#app/ui/page/permission-gate";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time, TimePhrase } from "#app/ui/time";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { DISPATCH_SUBJECT } from "#lib/dispatch/dispatch-control";
import type { DispatchStatus, QueueView } from "#lib/dispatch/dispatch-status";
import { startDispatchingAction } from "./actions.ts";
import { StopSendingForm } from "./stop-sending-form.tsx";

export function SendingCard({ ctx, sending }: { ctx: Ctx; sending: DispatchStatus }) {
  const { stopped, stop, supplierId, probeAt, sentLastMinute, perMinute, queues } = sending;
  const hasStop = stopped || supplierId !== null;
  return (
    <Card title="Sending" action={<StateBadge {...getSendingState(sending)} />}>
      <div className="grid gap-4">
        {hasStop && <StopReason {...sending} />}
        <p className="text-muted text-sm">
          {sentLastMinute} of at most {perMinute} sent in the last minute, {sending.sending} awaiting a
          response.
        </p>
        <QueueTable queues={queues} />
        <PermissionGate do="system">
          {hasStop ? <StartForm stop={stop} supplierId={supplierId} /> : null}
          {stopped && !probeAt ? null : <StopSendingForm again={stopped} />}
        </PermissionGate>
        <HistoryDetails records={getAuditHistory(ctx, { ...DISPATCH_SUBJECT, latest: 20 })} />
      </div>
    </Card>
  );
}

/** The state of sending as a whole, on every page. */
export function getSendingState({ stopped, supplierId, probeAt }: DispatchStatus): StateLabel {
  if (!stopped && supplierId === null) return { word: "Running", tone: "good" };
  const tone = probeAt ? "unsure" : "bad";
  if (!stopped) return { word: "Partly paused", tone };
  return { word: probeAt ? "Paused" : "Stopped", tone };
}

function StopReason({ reason, stopped, supplierName, stoppedBy, stoppedAt, probeAt }: DispatchStatus) {
  return (
    <div>
      {!stopped && <p>{supplierName} is paused. The other suppliers continue.</p>}
      <p className="font-medium">{reason}</p>
      <p className="text-muted text-sm">
        {stoppedBy ? `By ${stoppedBy}` : "Automatically"}
        <TimePhrase before=" " at={stoppedAt} />
        {probeAt ? (
          <TimePhrase before=". One purchase is attempted " at={probeAt} after="." />
        ) : (
          ". It stays stopped until an admin starts it."
        )}
      </p>
    </div>
  );
}

function QueueTable({ queues }: { queues: readonly QueueView[] }) {
  if (queues.length === 0) return <p>The queue is empty.</p>;
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Queued purchases</caption>
      <thead className="text-left text-muted">
        <tr>
          <th className="py-1 font-medium">Channel</th>
          <th className="py-1 text-right font-medium">Queued</th>
          <th className="py-1 text-right font-medium">Resellers</th>
          <th className="py-1 text-right font-medium">Oldest</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-t">
        {queues.map(({ channel, waiting, resellers, oldestAt }) => (
          <tr key={channel}>
            <td className="py-2">{CHANNEL_LABELS[channel]}</td>
            <td className="py-2 text-right">{waiting}</td>
            <td className="py-2 text-right">{resellers}</td>
            <td className="py-2 text-right">
              <Time at={oldestAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `stop`: the stop that this page shows. */
function StartForm({ stop, supplierId }: Pick<DispatchStatus, "stop" | "supplierId">) {
  return (
    <AdminForm
      needs="system"
      id="start"
      action={startDispatchingAction}
      hidden={{ ...(stop !== null && { stoppedAt: stop }), ...(supplierId !== null && { supplierId }) }}
      reasonLabel="Reason for starting"
      submit="Start sending"
      look={{ variant: "primary" }}
    />
  );
}
