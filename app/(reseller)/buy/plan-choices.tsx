import { buttonClass } from "#app/ui/button-class.ts";
import type { Recipient } from "#lib/customer/recipients";
import { NetworkChoice } from "./choices.tsx";
import type { PhoneHints } from "./number-field.tsx";
import { OtherNetworkNote } from "./number-notes.tsx";
import type { NetworkOption, PlanOption } from "./options.ts";
import { PlanChoice } from "./plan-choice.tsx";
import type { BuyStep } from "./review-step.ts";
import { RepeatList, UsualPlans } from "./usual-plans.tsx";

interface Props {
  networks: readonly NetworkOption[];
  phoneHints: PhoneHints;
  phone: string;
  networkOf: (recipient: Recipient) => string | undefined;
  recipient: Recipient | undefined;
  network: NetworkOption | undefined;
  plan: PlanOption | undefined;
  otherNetwork: string | null;
  errors: BuyStep["errors"];
  onChoose: (name: "network" | "plan", id: string) => void;
  /** With an earlier purchase: without a number for that of the form, without a plan where none is sold. */
  onRepeat: (phone: string | undefined, plan: string | undefined) => void;
}

/** The usual plans of a number, and the choice of its network and plan. */
export function PlanChoices(props: Props) {
  const { networks, phoneHints, phone, networkOf, recipient, network, plan, otherNetwork, errors } = props;
  const { onChoose, onRepeat } = props;
  // A customer is looked for by name, and brings the network.
  const isName = /\p{L}/u.test(phone);
  return (
    <>
      {recipient && (
        <UsualPlans networks={networks} recipient={recipient} onChoose={(id) => onRepeat(undefined, id)} />
      )}
      {(network || !isName || errors.network) && (
        <div>
          <NetworkChoice
            options={networks}
            value={network?.id ?? ""}
            onChoose={(id) => onChoose("network", id)}
            error={errors.network}
          />
          {otherNetwork && <OtherNetworkNote name={otherNetwork} />}
        </div>
      )}
      {!network && !phone && (
        <RepeatList networks={networks} hints={phoneHints} networkOf={networkOf} onChoose={onRepeat} />
      )}
      <noscript className="noscript:contents">
        <button type="submit" name="intent" value="plans" className={buttonClass({ variant: "secondary" })}>
          Show plans
        </button>
      </noscript>
      {network && (
        <PlanChoice
          key={network.id}
          network={network}
          value={plan?.id ?? ""}
          onChoose={(id) => onChoose("plan", id)}
          usual={recipient?.plans.map(String) ?? []}
          error={errors.plan}
        />
      )}
    </>
  );
}
