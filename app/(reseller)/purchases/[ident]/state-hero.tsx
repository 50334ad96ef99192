import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { PrivateText } from "#app/ui/private-money";
import { purchaseStateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { TONE_SOFT_CLASS, TONE_TEXT_CLASS, ToneIcon } from "#app/ui/tone-icon";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import { formatMoney, type Minor } from "#lib/core/money/money";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";

interface Props {
  purchase: PurchaseView;
  amount: ReactNode;
  /** The seller's profit on a delivery, instead of the amount. */
  kept?: Minor | null;
  say: ReactNode;
  children: ReactNode;
}

/** The time in which a delivered purchase is news. */
const FRESH_MS = 60_000;

/** The ground of a result, which a customer across the counter sees too. */
const GROUND_CLASS = {
  good: "border-good/30 bg-good-soft",
  bad: "border-bad/30 bg-bad-soft",
} as const;

/** The state of a purchase in full width: an end fills it with its colour, a delivery under the awning. */
export function StateHero({ purchase, amount, kept, say, children }: Props) {
  const { word, tone } = purchaseStateLabel(purchase.state, purchase.cancelled);
  const isOpen = purchase.state === "queued" || purchase.state === "sending";
  const isEnd = tone === "good" || tone === "bad";
  const isFresh = Date.now() - (purchase.settledAt?.getTime() ?? 0) < FRESH_MS;
  return (
    <section
      aria-labelledby="state"
      className={cx(
        "overflow-hidden border-y max-md:-mx-4 md:rounded-lg md:border lg:col-span-2",
        isEnd ? GROUND_CLASS[tone] : "border-line bg-surface",
      )}
    >
      {tone === "good" ? (
        <div className={cx("awning", isFresh && "lowered-awning")} />
      ) : (
        // The awning's place, and below two lines of text: a delivery moves nothing under a thumb.
        isOpen && <div className="h-3.5" />
      )}
      <div className="p-4 md:p-6">
        <div className="flex items-start gap-4">
          <span
            className={cx(
              "grid size-14 shrink-0 place-items-center rounded-full",
              isEnd ? cx("bg-surface", TONE_TEXT_CLASS[tone]) : TONE_SOFT_CLASS[tone],
            )}
          >
            <ToneIcon
              tone={tone}
              className={cx("size-8", isOpen && "animate-pulse", isFresh && tone === "good" && "drawn-tick")}
            />
          </span>
          <div className="min-w-0 flex-1">
            <div aria-live="polite">
              <h2 id="state" tabIndex={-1} className="outline-none">
                <span className={cx("block font-semibold text-2xl", TONE_TEXT_CLASS[tone])}>{word}</span>
                <span className="sr-only">: </span>
                <span className="mt-0.5 block font-medium">
                  {formatPlanSize(purchase)} to <span className="whitespace-nowrap">{purchase.phone}</span>
                </span>
              </h2>
            </div>
            {kept ? (
              <PrivateText>
                <p className={cx("font-medium", getMarginClass(kept))}>
                  You {kept < 0n ? "lost" : "kept"} {formatMoney(kept < 0n ? -kept : kept)}
                </p>
              </PrivateText>
            ) : (
              amount
            )}
          </div>
        </div>
        <p className={cx("mt-4", (isOpen || (isFresh && tone === "good")) && "max-sm:min-h-[3.1rem]")}>
          {say}
        </p>
        <div className="mt-5 flex flex-wrap gap-2 max-sm:*:grow">{children}</div>
      </div>
    </section>
  );
}
