import { CircleCheck } from "lucide-react";
import { Fragment } from "react";
import type { Need } from "#lib/report/home";
import { needWords } from "#lib/report/need-words";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import type { Tone } from "../../ui/purchase-words.ts";
import { List, Row } from "../../ui/row.tsx";
import { Time } from "../../ui/time.tsx";

/** What waits for a hand, the most pressing first, each leading to where it is done. */
export function Needs({ needs, isSetUp }: { needs: readonly Need[]; isSetUp: boolean }) {
  if (needs.length === 0) {
    return (
      isSetUp && (
        <p className="flex items-center gap-3 rounded-lg bg-good-soft px-4 py-3 font-medium text-good">
          <PlainIcon icon={CircleCheck} className="size-5 shrink-0" />
          Nothing needs a hand now.
        </p>
      )
    );
  }
  return (
    <Card title="Needs a hand" padded={false}>
      <List label="What needs a hand">
        {needs.map((need) => {
          const { title, note, path } = needWords(need);
          const { tone, word } = stateOf(need);
          return (
            <Row
              key={need.kind}
              href={path}
              title={title}
              note={note.map((part, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
                <Fragment key={n}>{part instanceof Date ? <Time at={part} /> : part}</Fragment>
              ))}
              state={
                <Badge tone={tone} icon>
                  {word}
                </Badge>
              }
            />
          );
        })}
      </List>
    </Card>
  );
}

function stateOf(need: Need): { tone: Tone; word: string } {
  switch (need.kind) {
    case "stopped":
      return need.probeAt ? { tone: "unsure", word: "Paused" } : { tone: "bad", word: "Stopped" };
    case "cases":
      return need.overdue > 0
        ? { tone: "bad", word: `${need.overdue} overdue` }
        : { tone: "wait", word: "To answer" };
    case "mail":
      return need.waitingSince ? { tone: "bad", word: "Waiting" } : { tone: "unsure", word: "Given up" };
    default:
      return STATES[need.kind];
  }
}

const STATES: Record<Exclude<Need["kind"], "stopped" | "cases" | "mail">, { tone: Tone; word: string }> = {
  books: { tone: "bad", word: "Differ" },
  on_hold: { tone: "unsure", word: "On hold" },
  stale: { tone: "bad", word: "Not selling" },
  low_balance: { tone: "bad", word: "Low" },
  funding: { tone: "wait", word: "Asked" },
  disputes: { tone: "bad", word: "Dispute" },
  suspense: { tone: "wait", word: "Unclear" },
  settlement: { tone: "unsure", word: "Look" },
  second_admin: { tone: "wait", word: "To approve" },
  overdue: { tone: "bad", word: "Overdue" },
  unconfirmed: { tone: "unsure", word: "Unconfirmed" },
  low_wallets: { tone: "wait", word: "Low" },
  discrepancies: { tone: "unsure", word: "Look" },
  below_cost: { tone: "bad", word: "Not sold" },
  off: { tone: "bad", word: "Off" },
  alerts: { tone: "bad", word: "Not told" },
  worker: { tone: "bad", word: "Away" },
  backup: { tone: "bad", word: "Not safe" },
  restore_test: { tone: "unsure", word: "Not tested" },
  check: { tone: "unsure", word: "Overdue" },
  chain: { tone: "bad", word: "Stopped" },
  failed_jobs: { tone: "unsure", word: "Stuck" },
};
