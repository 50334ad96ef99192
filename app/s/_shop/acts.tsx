import { Check, Copy, Printer, Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { type ButtonLook, buttonClass } from "../../ui/button-class.ts";
import { plainIcon } from "../../ui/plain-icon.tsx";

const [Done, Copies, Print, Share] = [Check, Copy, Printer, Share2].map(plainIcon) as [
  Icon,
  Icon,
  Icon,
  Icon,
];
type Icon = ReturnType<typeof plainIcon>;

/** Copies a text. `what` names it: "Copy reference". Without script there is no button. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  return (
    <button
      type="button"
      data-copy={text}
      className="group relative inline-grid size-8 shrink-0 place-items-center rounded-sm text-muted after:absolute after:-inset-1.5 hover:bg-sunken hover:text-ink noscript:hidden print:hidden"
    >
      <Done aria-hidden className="hidden size-4 text-good group-data-[said=Copied]:block" />
      <Copies aria-hidden className="size-4 group-data-[said=Copied]:hidden" />
      <span className="sr-only">Copy {what}</span>
      <span aria-live="polite" className="sr-only" />
    </button>
  );
}

/** Without script there is no button: the browser's own menu prints. */
export function PrintButton() {
  return (
    <button type="button" data-print="" className={`${buttonClass({})} noscript:hidden`}>
      <Print aria-hidden />
      Print
    </button>
  );
}

/** A file that goes to the phone's share sheet; where there is none, or no script, it is a download. */
export function ShareFile({ href, name, children }: { href: string; name: string; children: string }) {
  return (
    <a href={href} download={name} data-share="" className={buttonClass({ variant: "secondary" })}>
      <Share aria-hidden />
      {children}
    </a>
  );
}

interface SubmitProps extends ButtonLook {
  name: string;
  value: string;
  children: ReactNode;
}

/** The act of its form; while that is on its way it shows a spinner, keeps its width and its focus. */
export function SubmitButton({ name, value, children, ...look }: SubmitProps) {
  return (
    <button type="submit" name={name} value={value} className={`group ${buttonClass(look)}`}>
      <span className="group-aria-disabled:invisible">{children}</span>
      <span
        aria-hidden
        className="absolute hidden size-5 animate-spin rounded-full border-2 border-current border-t-transparent group-aria-disabled:block"
      />
    </button>
  );
}
