import { Clock, Plus } from "lucide-react";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Money } from "../../ui/money.tsx";

interface Props {
  /** Formatted money. */
  balance: string;
  /** Formatted money of purchases on their way; null when there is none. */
  held: string | null;
  /** Where to add money, when there is nothing to spend. */
  fund: string | null;
}

/** The money that can be spent, the biggest text of the page, and the act it is for. */
export function Balance({ balance, held, fund }: Props) {
  return (
    <section aria-labelledby="balance" className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <div className="min-w-0">
        <h2 id="balance" className="text-muted">
          Balance
        </h2>
        <p className="mt-1">
          <Money text={balance} size="hero" />
        </p>
        <p className="mt-2 flex min-h-6 items-center gap-1.5 text-muted text-sm">
          {explanation(held, fund !== null)}
        </p>
      </div>
      <ButtonLink href={fund ?? "/buy"} size="lg" className="w-full sm:w-auto sm:min-w-48">
        <Plus aria-hidden />
        {fund ? "Add money" : "Buy data"}
      </ButtonLink>
    </section>
  );
}

function explanation(held: string | null, empty: boolean) {
  if (held) {
    return (
      <>
        <Clock aria-hidden className="size-4 shrink-0" />
        <span>
          <Money text={held} className="font-medium text-ink" /> set aside for purchases on their way
        </span>
      </>
    );
  }
  return empty ? "Add money, then you can buy." : "Ready to spend. Nothing is set aside.";
}
