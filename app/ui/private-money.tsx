"use client";

import { type ComponentProps, type ReactNode, useSyncExternalStore } from "react";
import { Eye, EyeOff } from "#app/ui/icon/icons.ts";
import { HIDDEN_BALANCE_COOKIE } from "./hidden-balance.ts";
import { Money } from "./money.tsx";

const COOKIE_AGE_S = 365 * 24 * 3600;

interface Props {
  isHidden: boolean;
}

export function PrivateMoney({ isHidden, ...money }: Props & ComponentProps<typeof Money>) {
  if (!useHiddenBalance(isHidden)) return <Money {...money} />;
  return (
    <>
      <span className="sr-only">Hidden</span>
      <span aria-hidden="true">
        <Money {...money} text="••••••" />
      </span>
    </>
  );
}

/** A text that tells the balance, so it's hidden with it. */
export function PrivateText({ isHidden, children }: Props & { children: ReactNode }) {
  return useHiddenBalance(isHidden) ? null : children;
}

export function BalanceToggle({ isHidden }: Props) {
  const hidden = useHiddenBalance(isHidden);
  return (
    <button
      type="button"
      aria-label={hidden ? "Show balance and costs" : "Hide balance and costs"}
      onClick={() => keepHidden(!hidden)}
      className="-my-2.5 inline-grid size-11 place-items-center rounded-md text-muted hover:text-ink noscript:hidden"
    >
      {hidden ? <Eye className="size-5" /> : <EyeOff className="size-5" />}
    </button>
  );
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The browser decides, because a page may have been fetched before the last tap. */
function useHiddenBalance(isHidden: boolean): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.cookie.split("; ").includes(`${HIDDEN_BALANCE_COOKIE}=1`),
    () => isHidden,
  );
}

function keepHidden(isHidden: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the next page reads it; not every browser has cookieStore.
  document.cookie = `${HIDDEN_BALANCE_COOKIE}=1; path=/; max-age=${isHidden ? COOKIE_AGE_S : 0}; samesite=lax`;
  for (const listener of listeners) listener();
}
