import { Card } from "#app/ui/card";
import { type DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { PageLink } from "#app/ui/page/page-link";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Sparkline } from "#app/ui/sparkline";
import { Time } from "#app/ui/time";
import { formatMs, formatTime } from "#lib/core/time/time";
import type { UpstreamHealth } from "#lib/monitoring/upstream-health";

/** Shows the responses of all suppliers; their states are in the summary. */
export function UpstreamHealthCard({ health }: { health: UpstreamHealth }) {
  const answered = health.pace.flatMap(({ at, medianMs }) => (medianMs === null ? [] : [{ at, medianMs }]));
  return (
    <Card title="Responses, last hour">
      <DescriptionList facts={buildHealthItems(health)} />
      {answered.length > 1 && (
        <div className="mt-4">
          <Sparkline
            title="Median response time per five minutes"
            points={answered.map(({ at, medianMs }) => ({
              label: formatTime(at),
              value: medianMs,
              text: formatMs(medianMs),
            }))}
          />
        </div>
      )}
    </Card>
  );
}

/** The share of deliveries in the last hour, for the summary. */
export function getDeliveryState({ sent, waiting, definite, success }: UpstreamHealth): StateLabel {
  if (sent === waiting) return { word: sent === 0 ? "Nothing sent" : "Awaiting response", tone: "plain" };
  if (definite === 0 || success === null) return { word: "No clear response", tone: "bad" };
  return { word: formatShare(success), tone: success < 0.8 ? "unsure" : "good" };
}

const formatShare = (share: number) => `${(share * 100).toFixed(1)}%`;

function buildHealthItems(health: UpstreamHealth): DescriptionItem[] {
  const { sent, unclear, returned, waiting, success, medianMs, slowMs, lastProblem } = health;
  return [
    { label: "Sent", value: sent },
    { label: "Delivery rate", value: success === null ? "none yet" : formatShare(success) },
    { label: "Unconfirmed responses", value: unclear },
    { label: "Returned for retry", value: returned },
    { label: "Awaiting response", value: waiting },
    {
      label: "Response time",
      value:
        medianMs === null
          ? "none yet"
          : `Median ${formatMs(medianMs)}, slowest 5% over ${formatMs(slowMs ?? 0)}`,
    },
    {
      label: "Last problem",
      value: lastProblem ? (
        <>
          <PageLink href={`/admin/purchases/${lastProblem.ident}`} className="underline underline-offset-4">
            {lastProblem.note}
          </PageLink>{" "}
          <span className="font-normal text-muted">
            <Time at={lastProblem.at} />
          </span>
        </>
      ) : (
        "None in 24 hours"
      ),
    },
  ];
}
