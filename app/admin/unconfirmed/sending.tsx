import type { HistoryView } from "#lib/audit/history";
import type { DispatchStatus, QueueView } from "#lib/purchase/send/dispatch-status";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { May } from "../../ui/may.tsx";
import { Time } from "../../ui/time.tsx";
import { CHANNEL_WORDS } from "../../ui/words.ts";
import { DeskForm } from "../desk-form.tsx";
import { HistoryDetails } from "../history-card.tsx";
import { start } from "./actions.ts";
import { StopForm } from "./stop-form.tsx";

interface Props {
  sending: DispatchStatus;
  /** Who stopped and started it lately. */
  records: readonly HistoryView[];
}

/** Whether purchases go out, what waits, and the switch. */
export function Sending({ sending, records }: Props) {
  const { stopped, probeAt, sentLastMinute, perMinute, queues } = sending;
  const state = !stopped ? "Running" : probeAt ? "Paused" : "Stopped";
  return (
    <Card
      title="Sending"
      action={
        <Badge tone={!stopped ? "good" : probeAt ? "unsure" : "bad"} icon>
          {state}
        </Badge>
      }
    >
      <div className="grid gap-4">
        {stopped && <WhyStopped sending={sending} />}
        <p className="text-muted text-sm">
          {sentLastMinute} of at most {perMinute} sent in the last minute, {sending.sending} waiting for an
          answer.
        </p>
        <Queues queues={queues} />
        <May do="system">
          {stopped ? <StartForm stop={sending.stop} /> : null}
          {stopped && !probeAt ? null : <StopForm again={stopped} />}
        </May>
        <HistoryDetails records={records} />
      </div>
    </Card>
  );
}

function WhyStopped({ sending: { reason, stoppedBy, stoppedAt, probeAt } }: { sending: DispatchStatus }) {
  return (
    <div>
      <p className="font-medium">{reason}</p>
      <p className="text-muted text-sm">
        {stoppedBy ? `By ${stoppedBy}` : "By itself"}
        {stoppedAt && (
          <>
            {" "}
            <Time at={stoppedAt} />
          </>
        )}
        {probeAt ? (
          <>
            . One purchase is tried <Time at={probeAt} />.
          </>
        ) : (
          ". It stays so until an admin starts it."
        )}
      </p>
    </div>
  );
}

function Queues({ queues }: { queues: readonly QueueView[] }) {
  if (queues.length === 0) return <p>Nothing waits.</p>;
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">What waits to be sent</caption>
      <thead className="text-left text-muted">
        <tr>
          <th className="py-1 font-medium">From</th>
          <th className="py-1 text-right font-medium">Waiting</th>
          <th className="py-1 text-right font-medium">Resellers</th>
          <th className="py-1 text-right font-medium">Oldest</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-t">
        {queues.map(({ channel, waiting, resellers, oldestAt }) => (
          <tr key={channel}>
            <td className="py-2">{CHANNEL_WORDS[channel]}</td>
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

/** `stop`: which stop whoever starts it knew of. */
function StartForm({ stop }: { stop: string | null }) {
  return (
    <DeskForm
      needs="system"
      id="start"
      action={start}
      hidden={stop === null ? {} : { seen: stop }}
      why="Why it may run again"
      submit="Start sending"
      look={{ variant: "primary" }}
    />
  );
}
