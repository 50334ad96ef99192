import { cx } from "./cx.ts";

const SIZE_CLASS = {
  inherit: "",
  lg: "font-semibold text-lg",
  xl: "font-semibold text-xl",
  hero: "font-semibold text-hero",
} as const;

interface Props {
  /** An amount of `formatMoney`: "₦1,234.50". */
  text: string;
  /** `hero` for the one amount a screen is about. */
  size?: keyof typeof SIZE_CLASS;
  className?: string;
}

/** An amount. As a hero, its sign and decimals are smaller. */
export function Money({ text, size = "inherit", className }: Props) {
  return (
    <span className={cx("whitespace-nowrap tabular-nums", SIZE_CLASS[size], className)}>
      {size === "hero" ? <LargeAmount text={text} /> : text}
    </span>
  );
}

function LargeAmount({ text }: { text: string }) {
  const [, sign = "", whole = text, decimals = ""] = /^(\D*)(.*?)([.,]\d{2}\D*)?$/.exec(text) ?? [];
  return (
    <>
      <span className="mr-1 font-medium text-[0.7em] text-muted">{sign}</span>
      {whole}
      <span className="font-medium text-[0.6em] text-muted tracking-normal">{decimals}</span>
    </>
  );
}
