import type { ReactNode } from "react";
import { formatMoney } from "#lib/core/money";
import type { PurchaseView } from "#lib/purchase/read/view";
import { cx } from "../../../ui/cx.ts";
import { Money } from "../../../ui/money.tsx";
import { purchaseWords } from "../../../ui/purchase-words.ts";
import { TONE_SOFT, TONE_TEXT } from "../../../ui/tone.ts";
import { ToneIcon } from "../../../ui/tone-icon.tsx";

interface Props {
  purchase: PurchaseView;
  say: ReactNode;
  /** What can be done with it. */
  children: ReactNode;
}

/** How it stands, said first and biggest; a change is read out. */
export function StateHero({ purchase, say, children }: Props) {
  const { word, tone } = purchaseWords(purchase.state, purchase.cancelled);
  const open = purchase.state === "queued" || purchase.state === "sending";
  return (
    <section aria-labelledby="state" className="rounded-lg border border-line bg-surface p-5">
      <div className="flex items-start gap-4">
        <span className={cx("grid size-14 shrink-0 place-items-center rounded-full", TONE_SOFT[tone])}>
          <ToneIcon tone={tone} className={cx("size-7", open && "animate-pulse")} />
        </span>
        <div className="min-w-0 flex-1">
          <div aria-live="polite">
            <h2 id="state" className={cx("font-semibold text-xl", TONE_TEXT[tone])}>
              {word}
            </h2>
          </div>
          <Money text={formatMoney(purchase.price)} size="lg" />
        </div>
      </div>
      <p className="mt-4">{say}</p>
      <div className="mt-5 flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
