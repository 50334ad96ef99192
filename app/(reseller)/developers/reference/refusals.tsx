import { TEXTS } from "#lib/api/texts";
import { noNumber } from "#lib/purchase/place/recipient";
import { Card } from "../../../ui/card.tsx";

const refusals = () => [
  { key: "plan", words: TEXTS.planRequired, means: "The body has no plan" },
  { key: "plan", words: TEXTS.planInvalid, means: "The plan does not exist, or is not sold now" },
  { key: "mobile_number", words: TEXTS.numberRequired, means: "The body has no number" },
  { key: "mobile_number", words: noNumber("x"), means: "The number cannot be read, or is no mobile number" },
  { key: "network", words: TEXTS.networkRequired, means: "The body has no network" },
  { key: "network", words: TEXTS.networkInvalid, means: "There is no such network" },
  { key: "network", words: TEXTS.networkOther, means: "The plan is one of another network" },
  { key: "ref", words: TEXTS.refInvalid, means: "The reference is too long, or has other signs" },
  { key: "ref", words: TEXTS.refReused, means: "The reference belongs to another request" },
  { key: "amount", words: TEXTS.insufficient, means: "The wallet holds too little" },
  { key: "status", words: TEXTS.serviceUnavailable, means: "Nothing is sold at the moment: try again later" },
  { key: "status", words: `${TEXTS.dailyLimit} …`, means: "Today's limit is reached" },
  { key: "status", words: TEXTS.restricted, means: "The account may not buy" },
  { key: "status", words: TEXTS.negativeWallet, means: "The wallet is below zero" },
];

/** Why a purchase can be refused: status 422, with the words under their key of `errors`. */
export function Refusals() {
  return (
    <Card title="Why a purchase is refused">
      <p className="mb-3">
        With status 422, and the words under a key of <code className="font-mono text-sm">errors</code>.
        Nothing was charged or sent.
      </p>
      <dl className="divide-y divide-line border-line border-y">
        {refusals().map(({ key, words, means }) => (
          <div key={words} className="grid gap-x-4 py-2 md:grid-cols-[9rem_minmax(0,1fr)]">
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
