import { buttonClass } from "#app/ui/button-class.ts";
import type { Recipient } from "#lib/customer/recipients";
import { NetworkChoice, PlanChoice, TypeChoice } from "./choices.tsx";
import type { PhoneHints } from "./number-field.tsx";
import { OtherNetworkNote } from "./number-notes.tsx";
import type { NetworkOption, PlanOption, TypeOption } from "./options.ts";
import type { BuyStep } from "./review-step.ts";
import { RepeatList, UsualPlans } from "./usual-plans.tsx";

interface Props {
  networks: readonly NetworkOption[];
  phoneHints: PhoneHints;
  phone: string;
  networkOf: (recipient: Recipient) => string | undefined;
  recipient: Recipient | undefined;
  network: NetworkOption | undefined;
  type: TypeOption | undefined;
  plan: PlanOption | undefined;
  otherNetwork: string | null;
  errors: BuyStep["errors"];
  onChoose: (name: "network" | "type" | "plan", id: string) => void;
  /** Called with an earlier purchase: without a number for that of the form, without a plan where none is sold. */
  onRepeat: (phone: string | undefined, plan: string | undefined) => void;
}

/** The usual plans of a number, and the choice of its network, type and plan. */
export function PlanChoices(props: Props) {
  const { networks, phoneHints, phone, networkOf, recipient, network, type, plan, otherNetwork, errors } =
    props;
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
      {!network && !isName && <p className="text-muted">Choose a network.</p>}
      {!network && !phone && (
        <RepeatList networks={networks} hints={phoneHints} networkOf={networkOf} onChoose={onRepeat} />
      )}
      {network && (
        <TypeChoice options={network.types} value={type?.id ?? ""} onChoose={(id) => onChoose("type", id)} />
      )}
      <noscript className="noscript:contents">
        <button type="submit" name="intent" value="plans" className={buttonClass({ variant: "secondary" })}>
          Show plans
        </button>
      </noscript>
      {type && (
        <PlanChoice
          options={type.plans}
          value={plan?.id ?? ""}
          onChoose={(id) => onChoose("plan", id)}
          error={errors.plan}
        />
      )}
    </>
  );
}
