import type { ReactNode } from "react";
import { type PlanPrices, RowPrice } from "#app/(reseller)/row-price";
import { NetworkTile } from "#app/ui/network-tile";
import type { Recipient } from "#lib/customer/recipients";
import type { PhoneHints } from "./number-field.tsx";
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
      {plans.map(({ id, network, type, size, validity, ...prices }, index) => (
        <PlanRow
          key={id}
          network={network}
          title={
            <>
              {network} {size}
              {index === 0 && <span className="font-normal text-muted text-sm"> as usual</span>}
            </>
          }
          note={`${type}, ${validity}`}
          prices={prices}
          onChoose={() => onChoose(id)}
        />
      ))}
    </ul>
  );
}

interface RepeatListProps {
  networks: readonly NetworkOption[];
  hints: PhoneHints;
  networkOf: (recipient: Recipient) => string | undefined;
  /** Called without a plan where none can be bought at once. */
  onChoose: (phone: string, plan: string | undefined) => void;
}

/** The regulars of home, then other recent numbers with the plan of that time, one tap from the review. */
export function RepeatList(props: RepeatListProps) {
  const { networks, hints, networkOf, onChoose } = props;
  const { regulars, recent } = hints;
  const plans = listPlans(networks);
  const findPlan = (id: string) => plans.find((plan) => plan.id === id);
  const nameOf = (phone: string) => recent.find((each) => each.phone === phone)?.name ?? phone;
  const otherRecipients = recent.filter(({ phone }) => regulars.every((regular) => regular.phone !== phone));
  return (
    <>
      <RowSection title="Buy again" count={regulars.length}>
        {regulars.map(({ phone, plan: id, network, note }) => {
          const plan = findPlan(id);
          return (
            <PlanRow
              key={phone}
              network={network}
              title={nameOf(phone)}
              note={plan ? note : `${note}, not for sale`}
              prices={plan}
              onChoose={() => onChoose(phone, plan?.id)}
            />
          );
        })}
      </RowSection>
      <RowSection title="Recent" count={otherRecipients.length}>
        {otherRecipients.map((recipient) => {
          const { phone, last, repeated, today } = recipient;
          const plan = last === null || repeated.includes(last) ? undefined : findPlan(String(last));
          return (
            <PlanRow
              key={phone}
              network={plan?.network ?? networkOf(recipient) ?? "?"}
              title={nameOf(phone)}
              note={
                plan
                  ? `${plan.network} ${plan.size}, ${plan.validity}`
                  : today
                    ? `Sent ${today.size} at ${today.clock}`
                    : "Choose a plan"
              }
              prices={plan}
              onChoose={() => onChoose(phone, plan?.id)}
            />
          );
        })}
      </RowSection>
    </>
  );
}

function RowSection({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section aria-label={title} className="mt-1 noscript:hidden">
      <p aria-hidden="true" className="mb-2 font-medium text-sm">
        {title}
      </p>
      <ul className="grid grid-cols-1 gap-2">{children}</ul>
    </section>
  );
}

interface PlanRowProps {
  network: string;
  title: ReactNode;
  note: string;
  prices: PlanPrices | undefined;
  onChoose: () => void;
}

function PlanRow({ network, title, note, prices, onChoose }: PlanRowProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-14 w-full items-center gap-3 rounded-md border border-line bg-surface px-3 text-left hover:border-edge"
      >
        <NetworkTile name={network} size="sm" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{title}</span>
          <span className="block truncate text-muted text-sm">{note}</span>
        </span>
        {prices && <RowPrice prices={prices} />}
      </button>
    </li>
  );
}

type OfferedPlan = PlanOption & { network: string };

const listPlans = (networks: readonly NetworkOption[]): OfferedPlan[] =>
  networks.flatMap(({ name, plans }) => plans.map((plan) => ({ ...plan, network: name })));

/** Finds the recipient's usual plans among those that are sold now. */
function findUsualPlans(networks: readonly NetworkOption[], { plans }: Recipient): OfferedPlan[] {
  const offered = listPlans(networks);
  return plans.flatMap((id) => offered.filter((plan) => plan.id === String(id)));
}
