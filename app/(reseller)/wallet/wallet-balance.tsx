import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { Money } from "#app/ui/money";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import type { WalletView } from "#lib/ledger/wallet";
import { buildFundPath } from "./fund/fund-path.ts";

/** The balance, the amount on hold, and what to do about a negative balance. */
export function WalletBalance({ wallet: { wallet, held } }: { wallet: WalletView }) {
  return (
    <section aria-label="Balance" className="grid gap-4">
      <div>
        <p className="text-muted">Balance</p>
        <p className="mt-1" aria-live="polite">
          <Money text={formatMoney(wallet)} size="hero" />
        </p>
        <p className="mt-2 min-h-6 text-muted text-sm">
          {held > 0n ? (
            <>
              <Money text={formatMoney(held)} className="font-medium text-ink" /> on hold for purchases in
              progress
            </>
          ) : (
            "Nothing on hold."
          )}
        </p>
      </div>
      {wallet < 0n && (
        <Banner
          kind="warn"
          title="Your balance is negative"
          action={
            <ButtonLink href={buildFundPath({ amount: formatDecimal(-wallet) })}>Top up wallet</ButtonLink>
          }
        >
          Money was taken back from your wallet. See the reason below. To buy again, top up at least{" "}
          {formatMoney(-wallet)}.
        </Banner>
      )}
    </section>
  );
}
