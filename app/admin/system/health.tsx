import { formatMs, sayTime } from "#lib/core/time";
import type { UpstreamHealth } from "#lib/report/upstream-health";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { type Fact, Facts } from "../../ui/facts.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import type { Tone } from "../../ui/purchase-words.ts";
import { Sparkline } from "../../ui/sparkline.tsx";
import { Time } from "../../ui/time.tsx";

/** How the upstream did in the last hour, as the tries to send show it. */
export function Health({ health }: { health: UpstreamHealth }) {
  const { word, tone } = verdict(health);
  const answered = health.pace.flatMap(({ at, medianMs }) => (medianMs === null ? [] : [{ at, medianMs }]));
  return (
    <Card
      title="The upstream in the last hour"
      action={
        <Badge tone={tone} icon>
          {word}
        </Badge>
      }
    >
      <Facts facts={facts(health)} />
      {answered.length > 1 && (
        <div className="mt-4">
          <Sparkline
            title="Answer time, the middle of each five minutes"
            points={answered.map(({ at, medianMs }) => ({
              label: sayTime(at),
              value: medianMs,
              text: formatMs(medianMs),
            }))}
          />
        </div>
      )}
    </Card>
  );
}

function verdict({ sent, definite, unclear, waiting, success }: UpstreamHealth): {
  word: string;
  tone: Tone;
} {
  if (sent === waiting) return { word: sent === 0 ? "Nothing sent" : "Waiting", tone: "plain" };
  if (definite === 0) return { word: "No clear answer", tone: "bad" };
  if (unclear * 10 > definite || (success ?? 1) < 0.8) return { word: "In trouble", tone: "unsure" };
  return { word: "Healthy", tone: "good" };
}

function facts(health: UpstreamHealth): Fact[] {
  const { sent, unclear, returned, waiting, success, medianMs, slowMs, lastProblem } = health;
  return [
    { label: "Sent", value: sent },
    {
      label: "Delivered, of clear answers",
      value: success === null ? "none yet" : `${(success * 100).toFixed(1)} %`,
    },
    { label: "No clear answer", value: unclear },
    { label: "Taken back for another try", value: returned },
    { label: "Waiting for an answer", value: waiting },
    {
      label: "Answer time",
      value: medianMs === null ? "none yet" : `${formatMs(medianMs)}, 1 in 20 over ${formatMs(slowMs ?? 0)}`,
    },
    {
      label: "Last trouble",
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
        "None since yesterday"
      ),
    },
  ];
}
