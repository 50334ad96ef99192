import { cx } from "./cx.ts";

/**
 * `primary` is the one act of a screen; `secondary` the others;
 * `quiet` sits in text and bars; `danger` undoes or ends.
 */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
/** `lg` for the main act on a phone, `md` elsewhere, `sm` in dense tables (desktop only). */
type ButtonSize = "sm" | "md" | "lg";

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Fills the width it is given. */
  wide?: boolean | undefined;
}

const VARIANT_CLASS: Record<ButtonVariant, string> = {
  primary: "bg-action text-on-action hover:bg-action-strong",
  secondary: "border border-edge/60 bg-surface text-ink hover:border-edge hover:bg-sunken",
  quiet: "text-accent hover:bg-accent-soft",
  danger: "bg-bad-soft text-bad hover:bg-bad hover:text-ground",
};

const SIZE_CLASS: Record<ButtonSize, string> = {
  sm: "min-h-9 rounded-sm px-3 text-sm pointer-coarse:min-h-11",
  md: "min-h-11 rounded-md px-4 text-base",
  lg: "min-h-14 rounded-md px-6 text-lg",
};

export function buttonClass({ variant = "primary", size = "md", wide = false }: ButtonLook): string {
  return cx(
    "relative inline-flex select-none items-center justify-center gap-2 font-semibold no-underline",
    "transition-[background-color,border-color,color,scale] duration-100 active:scale-[0.98]",
    "disabled:cursor-not-allowed disabled:opacity-50 disabled:active:scale-100",
    "aria-disabled:cursor-progress aria-disabled:active:scale-100 [&_svg]:size-5 [&_svg]:shrink-0",
    VARIANT_CLASS[variant],
    SIZE_CLASS[size],
    wide && "w-full",
  );
}
