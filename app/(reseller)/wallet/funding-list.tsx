import { formatMoney } from "#lib/core/money";
import type { FundingView } from "#lib/funding/funding-view";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import type { Tone } from "../../ui/purchase-words.ts";
import { List, Row } from "../../ui/row.tsx";
import { Time } from "../../ui/time.tsx";

const WORDS: Record<FundingView["state"], { word: string; tone: Tone }> = {
  pending: { word: "Being looked at", tone: "wait" },
  approved: { word: "Added", tone: "good" },
  refused: { word: "Not added", tone: "bad" },
};

/** What a reseller asked to have added, and what became of it. */
export function FundingList({ title, requests }: { title: string; requests: readonly FundingView[] }) {
  return (
    <Card title={title} padded={false}>
      <List label={title}>
        {requests.map(({ id, amount, bankReference, state, reason, askedAt }) => (
          <Row
            key={id}
            title={formatMoney(amount)}
            note={
              <span className="block whitespace-normal">
                {reason ? `${bankReference}: ${reason}` : bankReference}
              </span>
            }
            value={
              <Badge tone={WORDS[state].tone} icon>
                {WORDS[state].word}
              </Badge>
            }
            state={
              <span className="text-muted">
                <Time at={askedAt} />
              </span>
            }
          />
        ))}
      </List>
    </Card>
  );
}
