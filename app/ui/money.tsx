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

/** An amount. In a hero its sign and its decimals step back, so that the figure itself is read first. */
export function Money({ text, size = "inherit", className }: Props) {
  return (
    <span className={cx("whitespace-nowrap", SIZE[size], className)}>
      {size === "hero" ? <Hero text={text} /> : text}
    </span>
  );
}

function Hero({ text }: { text: string }) {
  const [, sign = "", whole = text, decimals = ""] = /^(\D*)(.*?)([.,]\d{2}\D*)?$/.exec(text) ?? [];
  return (
    <>
      <span className="mr-1 font-medium text-[0.7em] text-muted">{sign}</span>
      {whole}
      <span className="font-medium text-[0.6em] text-muted tracking-normal">{decimals}</span>
    </>
  );
}
