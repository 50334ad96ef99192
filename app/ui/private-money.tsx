"use client";

import { type ComponentProps, createContext, type ReactNode, use, useSyncExternalStore } from "react";
import { Eye, EyeOff } from "#app/ui/icon/icons.ts";
import { HIDDEN_BALANCE_COOKIE } from "./hidden-balance.ts";
import { Money } from "./money.tsx";

const COOKIE_AGE_S = 365 * 24 * 3600;

const HiddenBalanceContext = createContext(false);

interface ProviderProps {
  /** Whether the request had the cookie. */
  isHidden: boolean;
  children: ReactNode;
}

/**
 * Tells a page whether its reader hides balances and costs from customers who look on. The browser decides, because a
 * page may have been fetched before the last tap; it is asked here once, not for each amount of a long list.
 */
export function HiddenBalanceProvider({ isHidden, children }: ProviderProps) {
  const isHiddenNow = useSyncExternalStore(
    subscribe,
    () => document.cookie.split("; ").includes(`${HIDDEN_BALANCE_COOKIE}=1`),
    () => isHidden,
  );
  return <HiddenBalanceContext value={isHiddenNow}>{children}</HiddenBalanceContext>;
}

export function PrivateMoney(money: ComponentProps<typeof Money>) {
  if (!use(HiddenBalanceContext)) return <Money {...money} />;
  return (
    <>
      <span className="sr-only">Hidden</span>
      <span aria-hidden="true">
        <Money {...money} text="••••••" />
      </span>
    </>
  );
}

interface TextProps {
  children: ReactNode;
  /** In its place while it's hidden. */
  otherwise?: ReactNode;
}

/** A text that tells the balance or a cost, so it's hidden with them. */
export function PrivateText({ children, otherwise = null }: TextProps) {
  return use(HiddenBalanceContext) ? otherwise : children;
}

export function BalanceToggle() {
  const hidden = use(HiddenBalanceContext);
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

/** A page that comes into sight again follows a tap on another. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    listeners.delete(listener);
    document.removeEventListener("visibilitychange", listener);
  };
}

function keepHidden(isHidden: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the next page reads it; not every browser has cookieStore.
  document.cookie = `${HIDDEN_BALANCE_COOKIE}=1; path=/; max-age=${isHidden ? COOKIE_AGE_S : 0}; samesite=lax`;
  for (const listener of listeners) listener();
}
