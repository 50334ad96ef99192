"use client";

import { type MouseEvent, useEffect, useState } from "react";
import { Check, Copy } from "#app/ui/icon/icons.ts";

/** Copies a phone number by its digits alone, as other apps read it. */
export function CopyNumberButton({ phone }: { phone: string }) {
  return <CopyButton text={phone.replace(/\D/g, "")} what="number" />;
}

/**
 * Copies a text and says so for two seconds. `what` names it: "Copy reference". Where the browser
 * does not let it (plain http, a rejection), the text before the button is selected instead. Without
 * script there is no button.
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [status, setStatus] = useState<"Copied" | "Selected. Now copy it." | null>(null);
  useEffect(() => {
    if (!status) return;
    const timer = setTimeout(() => setStatus(null), 2000);
    return () => clearTimeout(timer);
  }, [status]);
  const copy = async ({ currentTarget }: MouseEvent) => {
    const shown = currentTarget.previousElementSibling;
    try {
      await navigator.clipboard.writeText(text);
      setStatus("Copied");
    } catch {
      if (!shown) return;
      getSelection()?.selectAllChildren(shown);
      setStatus("Selected. Now copy it.");
    }
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={status ?? `Copy ${what}`}
      className="relative inline-grid size-8 shrink-0 place-items-center rounded-sm text-muted after:absolute after:-inset-1.5 hover:bg-sunken hover:text-ink noscript:hidden print:hidden"
    >
      {status === "Copied" ? <Check className="size-4 text-good" /> : <Copy className="size-4" />}
      <span aria-live="polite" className="sr-only">
        {status}
      </span>
    </button>
  );
}
