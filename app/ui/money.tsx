import { cx } from "./cx.ts";

const SIZE_CLASS = {
  inherit: "",
  lg: "money-large font-semibold text-lg",
  xl: "money-large font-semibold text-xl",
  hero: "money-large font-semibold text-hero",
} as const;

interface Props {
  /** An amount of `formatMoney`: "₦1,234.50". */
  text: string;
  /** `hero` for the one amount a screen is about. */
  size?: keyof typeof SIZE_CLASS;
  className?: string;
}

/** An amount, whose digits are read before its sign; where it is large, its sign and decimals are smaller. */
export function Money({ text, size = "inherit", className }: Props) {
  const [, direction = "", sign = "", whole = text, decimals = ""] =
    /^([-+−]?)(\D*)(\d.*?)([.,]\d{2}\D*)?$/.exec(text) ?? [];
  return (
    <span className={cx("money", SIZE_CLASS[size], className)}>
      {direction}
      {sign && <small>{sign}</small>}
      {size === "inherit" ? whole + decimals : whole}
      {size !== "inherit" && decimals && <small>{decimals}</small>}
    </span>
  );
}
