import { TEXTS } from "#lib/interface/texts";
import { Card } from "../../../ui/card.tsx";

const REFUSALS = [
  { key: "plan", words: TEXTS.planInvalid, means: "The plan does not exist, or is not sold now" },
  { key: "ref", words: TEXTS.refReused, means: "The reference belongs to another request" },
  { key: "amount", words: TEXTS.insufficient, means: "The wallet holds too little" },
  { key: "status", words: TEXTS.serviceUnavailable, means: "Nothing is sold at the moment: try again later" },
  { key: "status", words: TEXTS.dailyLimit, means: "Today's limit is reached" },
  { key: "status", words: TEXTS.restricted, means: "The account may not buy" },
  { key: "status", words: TEXTS.negativeWallet, means: "The wallet is below zero" },
] as const;

/** Why a purchase can be refused: status 422, with the words under their key of `errors`. */
export function Refusals() {
  return (
    <Card title="Why a purchase is refused">
      <p className="mb-3">
        With status 422, and the words under a key of <code className="font-mono text-sm">errors</code>.
        Nothing was charged or sent.
      </p>
      <dl className="divide-y divide-line border-line border-y">
        {REFUSALS.map(({ key, words, means }) => (
          <div key={words} className="grid gap-x-4 py-2 md:grid-cols-[6rem_minmax(0,1fr)]">
            <dt className="font-mono text-sm">{key}</dt>
            <dd className="text-sm">
              {words}
              <span className="block text-muted">{means}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
