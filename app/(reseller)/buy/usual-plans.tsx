import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import type { Recipient } from "#lib/customer/recipients";
import type { NetworkOption, PlanOption } from "./options.ts";

interface UsualPlansProps {
  networks: readonly NetworkOption[];
  recipient: Recipient;
  onChoose: (plan: string) => void;
}

const MAX_USUAL_PLANS = 2;

/** The plans that a customer usually gets, each one tap from the review. */
export function UsualPlans({ networks, recipient, onChoose }: UsualPlansProps) {
  const plans = findUsualPlans(networks, recipient).slice(0, MAX_USUAL_PLANS);
  if (plans.length === 0) return null;
  return (
    <ul aria-label={`${recipient.name ?? recipient.phone} usually gets`} className="grid grid-cols-1 gap-2">
      {recipient.name && (
        <li aria-hidden="true" className="truncate text-muted text-sm">
          {recipient.name} usually gets
        </li>
      )}
      {plans.map(({ id, network, type, size, validity, price }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose(id)} className={ROW_CLASS}>
            <NetworkTile name={network} size="sm" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">
                {network} {size} <span className="font-normal text-muted text-sm">as usual</span>
              </span>
              <span className="block truncate text-muted text-sm">
                {type}, {validity}
              </span>
            </span>
            <Money text={price} className="font-semibold" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface RepeatListProps {
  networks: readonly NetworkOption[];
  recent: readonly Recipient[];
  networkOf: (recipient: Recipient) => string | undefined;
  /** Called without a plan where the customer has none, or just got it. */
  onChoose: (phone: string, plan: string | undefined) => void;
}

/** The recent customers with the plan of each, one tap from the review. */
export function RepeatList({ networks, recent, networkOf, onChoose }: RepeatListProps) {
  if (recent.length === 0) return null;
  return (
    <section aria-label="Buy again" className="mt-1 noscript:hidden">
      <p aria-hidden="true" className="mb-2 font-medium text-sm">
        Buy again
      </p>
      <ul className="grid grid-cols-1 gap-2">
        {recent.map((recipient) => {
          const { phone, name, repeated, today } = recipient;
          const usual = findUsualPlans(networks, recipient)[0];
          const plan = usual && !repeated.includes(Number(usual.id)) ? usual : undefined;
          return (
            <li key={phone}>
              <button type="button" onClick={() => onChoose(phone, plan?.id)} className={ROW_CLASS}>
                <NetworkTile name={plan?.network ?? networkOf(recipient) ?? "?"} size="sm" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{name ?? phone}</span>
                  <span className="block truncate text-muted text-sm">
                    {plan
                      ? `${plan.network} ${plan.size}, ${plan.validity}`
                      : today
                        ? `Sent ${today.size} at ${today.clock}`
                        : "Choose a plan"}
                  </span>
                </span>
                {plan && <Money text={plan.price} className="font-semibold" />}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const ROW_CLASS =
  "flex min-h-14 w-full items-center gap-3 rounded-md border border-line bg-surface px-3 text-left hover:border-edge";

/** Finds the recipient's usual plans among those that are sold now. */
function findUsualPlans(
  networks: readonly NetworkOption[],
  { plans }: Recipient,
): (PlanOption & { network: string; type: string })[] {
  const offered = networks.flatMap(({ name, types }) =>
    types.flatMap((type) => type.plans.map((plan) => ({ ...plan, network: name, type: type.name }))),
  );
  return plans.flatMap((id) => offered.filter((plan) => plan.id === String(id)));
}
