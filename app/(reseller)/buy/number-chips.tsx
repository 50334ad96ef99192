"use client";

import { cx } from "#app/ui/cx.ts";
import { NetworkTile } from "#app/ui/network-tile";
import type { ReadPhone } from "#lib/core/text/phone-rule";
import type { Recipient } from "#lib/customer/recipients";

const CHIP_CLASS =
  "flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm hover:border-edge";

interface PastedProps {
  numbers: readonly ReadPhone[];
  onPick: (phone: string) => void;
}

/** The numbers of a pasted text. */
export function PastedNumbers({ numbers, onPick }: PastedProps) {
  return (
    <div role="status" className="grid gap-2">
      <p className="text-sm">Which of these numbers?</p>
      <ul aria-label="Pasted numbers" className="flex flex-wrap gap-2">
        {numbers.map(({ e164, text }) => (
          <li key={e164}>
            <button type="button" onClick={() => onPick(text)} className={CHIP_CLASS}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RecentProps {
  recent: readonly Recipient[];
  /** Names the network that a number is probably on. */
  networkOf: (recipient: Recipient) => string | undefined;
  onPick: (phone: string) => void;
}

/** One line that scrolls sideways, so that the plans stay in sight. */
export function RecentNumbers({ recent, networkOf, onPick }: RecentProps) {
  return (
    <ul
      aria-label="Recent numbers"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] md:mx-0 md:px-0 md:pb-2 md:[scrollbar-width:thin] noscript:hidden"
    >
      {recent.map((recipient) => (
        <li key={recipient.phone} className="shrink-0">
          <button type="button" onClick={() => onPick(recipient.phone)} className={cx(CHIP_CLASS, "pl-2!")}>
            <NetworkTile name={networkOf(recipient) ?? "?"} size="sm" />
            {recipient.name && <span className="min-w-0 truncate font-medium">{recipient.name}</span>}
            <span className={cx("whitespace-nowrap", recipient.name && "text-muted")}>{recipient.phone}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
