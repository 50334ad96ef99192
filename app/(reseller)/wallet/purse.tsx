import { decimalText, formatMoney } from "#lib/core/money";
import type { WalletView } from "#lib/ledger/wallet";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { fundPath } from "./fund/fund-path.ts";

/** What can be spent, what is set aside, and what to do when there is less than nothing. */
export function Purse({ wallet: { wallet, held } }: { wallet: WalletView }) {
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
              <Money text={formatMoney(held)} className="font-medium text-ink" /> set aside for purchases on
              their way
            </>
          ) : (
            "Nothing is set aside."
          )}
        </p>
      </div>
      {wallet < 0n && (
        <Notice
          kind="warn"
          title="Your wallet is below zero"
          action={<ButtonLink href={fundPath({ amount: decimalText(-wallet) })}>Add money</ButtonLink>}
        >
          Money was taken back, see below why. You can buy again as soon as {formatMoney(-wallet)} is paid.
        </Notice>
      )}
    </section>
  );
}
