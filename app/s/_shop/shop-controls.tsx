import type { ComponentProps, ReactNode } from "react";
import { type ButtonLook, buttonClass } from "#app/ui/button-class.ts";
import { cx } from "#app/ui/cx.ts";
import { controlClass } from "#app/ui/form/control-class.ts";
import { Field, type FieldProps, fieldAria } from "#app/ui/form/field";
import { Check, Copy, Printer, Share2 } from "#app/ui/icon/icons.ts";

interface ShopCheckboxProps {
  name: string;
  label: string;
  note: string;
  checked: boolean;
}

/** A box to tick, in a form that works without script. */
export function ShopCheckbox({ name, label, note, checked }: ShopCheckboxProps) {
  return (
    <label className="flex min-h-11 items-start gap-3 py-1.5">
      <input
        type="checkbox"
        name={name}
        value="yes"
        defaultChecked={checked}
        className="mt-0.5 size-5 shrink-0 accent-action"
      />
      <span className="min-w-0">
        {label}
        <span className="block text-muted text-sm">{note}</span>
      </span>
    </label>
  );
}

/** Copies a text. `what` names it: "Copy reference". Hidden without script. */
export function ShopCopyButton({ text, what }: { text: string; what: string }) {
  return (
    <button
      type="button"
      data-copy={text}
      className="group relative inline-grid size-8 shrink-0 place-items-center rounded-sm text-muted after:absolute after:-inset-1.5 hover:bg-sunken hover:text-ink noscript:hidden print:hidden"
    >
      <Check aria-hidden className="hidden size-4 text-good group-data-[said=Copied]:block" />
      <Copy aria-hidden className="size-4 group-data-[said=Copied]:hidden" />
      <span className="sr-only">Copy {what}</span>
      <span aria-live="polite" className="sr-only" />
    </button>
  );
}

/** Prints the page. Hidden without script, where the browser's menu prints. */
export function ShopPrintButton() {
  return (
    <button type="button" data-print="" className={`${buttonClass({})} noscript:hidden`}>
      <Printer aria-hidden />
      Print
    </button>
  );
}

/** Shares a file; without a share sheet or script, downloads it. */
export function ShopShareButton({ href, name, children }: { href: string; name: string; children: string }) {
  return (
    <a href={href} download={name} data-share="" className={buttonClass({ variant: "secondary" })}>
      <Share2 aria-hidden />
      {children}
    </a>
  );
}

/** Shares a text by the share sheet; without one or script, by WhatsApp. */
export function ShopShareLink({ text, children }: { text: string; children: string }) {
  return (
    <a
      href={`https://wa.me/?${new URLSearchParams({ text })}`}
      rel="noreferrer"
      data-share-text={text}
      className={buttonClass({ variant: "secondary" })}
    >
      <Share2 aria-hidden />
      {children}
    </a>
  );
}

interface ShopSubmitProps extends ButtonLook {
  name?: string;
  value?: string;
  children: ReactNode;
}

/** Submits its form. Shows a spinner meanwhile, and keeps its width and focus. */
export function ShopSubmitButton({ name, value, children, ...look }: ShopSubmitProps) {
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

type Props = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps>;

/** A text input with label, hint and error, in a form that works without script. */
export function ShopInput({ label, name, hint, error, autoFocus, className, ...rest }: Props) {
  const field = { label, name, hint, error };
  return (
    <Field {...field}>
      <input
        {...rest}
        {...fieldAria(field)}
        // biome-ignore lint/a11y/noAutofocus: after a response, the first field with an error gets the focus
        autoFocus={autoFocus}
        className={cx(controlClass, className)}
      />
    </Field>
  );
}
