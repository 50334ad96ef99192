import { CopyButton } from "#app/ui/copy-button";
import type { OpenAccount } from "#lib/payment/account/dedicated-account-view";

/** The account number to pay into, with its bank and holder: how most resellers top up. */
export function AccountNumber({ account }: { account: OpenAccount }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface px-4 py-2">
      <p className="text-muted text-sm">Your account number</p>
      <AccountLines {...account} />
    </div>
  );
}

interface AccountLinesProps {
  number: string;
  /** Null where the provider doesn't name it. */
  bank: string | null;
  holder: string | null;
}

export function AccountLines({ number, bank, holder }: AccountLinesProps) {
  return (
    <>
      <p className="flex items-center gap-1">
        <span className="font-semibold text-lg tabular-nums">{number}</span>
        <CopyButton text={number} what="account number" />
      </p>
      <p className="truncate text-muted text-sm">{[bank, holder].filter(Boolean).join(", ")}</p>
    </>
  );
}
