import { cx } from "./cx.ts";

const SIZE = {
  inherit: "",
  lg: "font-semibold text-lg",
  xl: "font-semibold text-xl",
  hero: "font-semibold text-hero",
} as const;

interface Props {
  /** What `formatMoney` made: "₦1,234.50". */
  text: string;
  /** `hero` for the one amount a screen is about. */
  size?: keyof typeof SIZE;
  className?: string;
}

/** An amount: its sign and its decimals step back, so that the figure itself is read first. */
export function Money({ text, size = "inherit", className }: Props) {
  const [, sign = "", whole = text, decimals = ""] = /^(\D*)(.*?)([.,]\d{2}\D*)?$/.exec(text) ?? [];
  const quiet = size === "hero" ? "text-[0.6em] font-medium text-muted tracking-normal" : "";
  return (
    <span className={cx("whitespace-nowrap", SIZE[size], className)}>
      <span className={size === "hero" ? "mr-1 text-[0.7em] font-medium text-muted" : ""}>{sign}</span>
      {whole}
      <span className={quiet}>{decimals}</span>
    </span>
  );
}
