import type { ReactNode } from "react";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { formatCount } from "#app/ui/format-count.ts";
import { CircleCheck } from "#app/ui/icon/icons.ts";
import { NetworkTile } from "#app/ui/network-tile";
import { PageLink } from "#app/ui/page/page-link";
import { formatPercent } from "#app/ui/settlement-times.ts";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { formatNetworkName } from "#lib/core/text/display-name";
import { pluralise } from "#lib/core/text/pluralise";
import type { BoardLine, DeliveryBoard } from "#lib/monitoring/delivery-board";
import { type NetworkState, USUAL_SHARE } from "#lib/monitoring/network-states";
import type { OutageView } from "#lib/outage/list-outages";
import { ChangeLineDialog, ResumeLineDialog } from "./line-dialogs.tsx";
import { getLineState } from "./line-state.ts";

interface Props extends Pick<DeliveryBoard, "networks"> {
  /** Delivery rates as sellers see them. */
  states: readonly NetworkState[];
}

/** The lines that are paused or kept open: their queued purchases, evidence and buttons. */
export function OutageCard({ networks, states }: Props) {
  const lines = networks.flatMap(({ lines }) => lines);
  const open = lines.filter(hasOutage);
  if (open.length === 0) return <NoOutages count={lines.length} failing={listFailingNetworks(states)} />;
  return (
    <Card title={pluralise(open.length, "outage", "outages")} padded={false}>
      <ul className="divide-y divide-line">
        {open.map((line) => (
          <OutageRow key={line.outage.id} line={line} />
        ))}
      </ul>
    </Card>
  );
}

/** Lists the networks of which less than usual was delivered in the last hour: "MTN 83%". */
const listFailingNetworks = (states: readonly NetworkState[]): string[] =>
  states.flatMap(({ name, hour }) =>
    hour && hour.delivered < USUAL_SHARE ? [`${name} ${formatPercent(hour.delivered)}`] : [],
  );

type OutLine = BoardLine & { outage: OutageView };
const hasOutage = (line: BoardLine): line is OutLine => line.outage !== null;

/** Green only while as much is delivered as usual: a line may fail without being paused. */
function NoOutages({ count, failing }: { count: number; failing: readonly string[] }) {
  const isGood = failing.length === 0;
  return (
    <Card>
      <h2 className={cx("flex items-center gap-3 font-semibold text-lg", isGood && "text-good")}>
        {isGood && <CircleCheck className="size-6 shrink-0" />}
        Nothing is paused
      </h2>
      {!isGood && <p className="mt-1 font-medium">Delivered in the last hour: {failing.join(", ")}.</p>}
      <p className="mt-1">
        {pluralise(count, "plan type of a supplier is selling.", "plan types of suppliers are selling.")}
      </p>
      <p className="mt-1 max-w-2xl text-muted text-sm">
        If one fails far more often than usual, it’s paused automatically and appears here with its queued
        purchases. If you know of a problem first, pause it below with Change.
      </p>
    </Card>
  );
}

function OutageRow({ line }: { line: OutLine }) {
  const { name, network, supplier, outage, queued } = line;
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <NetworkTile name={formatNetworkName(network)} size="sm" />
        <h3 className="min-w-0 font-semibold">
          {name} <span className="font-normal text-muted">from {supplier}</span>
        </h3>
        <StateBadge {...getLineState(outage)} />
        <span className="flex gap-2 sm:ml-auto">
          <ChangeLineDialog line={line} />
          <ResumeLineDialog line={line} outage={outage} />
        </span>
      </div>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
        <Fact label="Waiting">
          {queued.count === 0 ? (
            "No purchases"
          ) : (
            <PageLink
              href={`/admin/purchases?state=queued&network=${line.networkId}`}
              className="underline underline-offset-4"
            >
              {pluralise(queued.count, "purchase", "purchases")}, {formatMoney(queued.amount)} held
            </PageLink>
          )}
          <span className="block font-normal text-muted">{SALES_NOTES[outage.sold]}</span>
        </Fact>
        <Fact label="Evidence">
          <Evidence outage={outage} />
        </Fact>
        <Fact label="Recovery">
          <Recovery outage={outage} />
        </Fact>
      </dl>
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="mt-0.5 break-words font-medium">{children}</dd>
    </div>
  );
}

const SALES_NOTES: Record<OutageView["sold"], string> = {
  all: "Other suppliers deliver new ones.",
  some: "Some plans or levels can’t buy; queued ones are refunded at their deadline.",
  none: "New ones aren’t accepted; queued ones are refunded at their deadline.",
};

/** The counts of an automatic pause, or the admin’s order. */
function Evidence({ outage: { by, since, reason, evidence } }: { outage: OutageView }) {
  const [text] = evidence?.texts ?? [];
  const all = evidence && evidence.delivered + evidence.failed + evidence.unclear;
  return (
    <>
      {evidence ? `${formatCount(evidence.failed)} of ${formatCount(all ?? 0)} failed` : `“${reason}”`}
      {evidence && evidence.unclear > 0 && `, ${formatCount(evidence.unclear)} unclear`}
      {text?.text && `, mostly “${text.text}”`}
      <span className="block font-normal text-muted">
        {by ?? "Automatic"}, <Time at={since} />
      </span>
    </>
  );
}

/** When it is known whether the line works again. */
function Recovery({ outage: { state, until, probeAt } }: { outage: OutageView }) {
  return (
    <>
      {state === "kept_open" ? "Not checked" : "Not known yet"}
      <span className="block font-normal text-muted">
        {probeAt ? (
          <>
            One purchase tries it from <Time at={probeAt} /> on. Its delivery resumes it.
          </>
        ) : until ? (
          <>
            It ends <Time at={until} />, or when you end it.
          </>
        ) : (
          "It isn’t tried. It ends when you end it."
        )}
      </span>
    </>
  );
}
