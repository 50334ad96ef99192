"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

/** Copies a text and says so for two seconds. `what` names it: "Copy reference". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true), selectNothing);
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={copied ? "Copied" : `Copy ${what}`}
      className="relative inline-grid size-8 shrink-0 place-items-center rounded-sm text-muted after:absolute after:-inset-1.5 hover:bg-sunken hover:text-ink print:hidden"
    >
      {copied ? <Check aria-hidden className="size-4 text-good" /> : <Copy aria-hidden className="size-4" />}
      <span aria-live="polite" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </button>
  );
}

/** Where copying is not allowed, the text beside the button can still be selected by hand. */
function selectNothing() {}
