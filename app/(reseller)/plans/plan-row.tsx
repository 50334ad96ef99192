import Link from "next/link";
import type { PlanView } from "#lib/catalogue/plan-view";
import { formatMoney } from "#lib/core/money";
import { Money } from "../../ui/money.tsx";

/** One plan: its size and how long it lasts, the price beside the standard one. Tapping it buys it. */
export function PlanRow({ plan, sold }: { plan: PlanView; sold: boolean }) {
  const size = `${plan.size} ${plan.volume}`;
  const saving = plan.standardPrice - plan.price;
  return (
    <li className="relative flex min-h-14 items-center justify-between gap-4 border-line border-r border-b -mr-px -mb-px px-4 py-2 has-[a:hover]:bg-sunken">
      <p className="min-w-0">
        {sold ? (
          <Link href={`/buy?plan=${plan.id}`} prefetch={false} className="stretched rounded-sm font-semibold">
            {size}
          </Link>
        ) : (
          <span className="font-semibold">{size}</span>
        )}
        <span className="block truncate text-muted text-sm">
          {plan.name && `${plan.name}, `}
          {plan.validity}
        </span>
      </p>
      <p className="shrink-0 text-right">
        <span className="block font-semibold">
          <span className="sr-only">Your price </span>
          <Money text={formatMoney(plan.price)} />
        </span>
        {saving > 0n && (
          <span className="block text-sm">
            <span className="sr-only">Standard price </span>
            <s className="text-faint">{formatMoney(plan.standardPrice)}</s>{" "}
            <span className="text-good">save {formatMoney(saving)}</span>
          </span>
        )}
      </p>
    </li>
  );
}
