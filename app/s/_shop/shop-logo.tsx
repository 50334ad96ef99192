import { cx } from "#app/ui/cx.ts";

const SIZE_CLASS = { md: "size-10 rounded-md text-lg", lg: "size-16 rounded-lg text-2xl" } as const;

/** The shop's logo, or its initial on its colour. Decoration beside its name. */
export function ShopLogo({
  name,
  src,
  size = "md",
}: {
  name: string;
  src: string | null;
  size?: keyof typeof SIZE_CLASS;
}) {
  const look = cx("grid shrink-0 place-items-center overflow-hidden", SIZE_CLASS[size]);
  if (src)
    return (
      <svg aria-hidden="true" viewBox="0 0 64 64" className={cx(look, "border border-line")}>
        <image href={src} width="64" height="64" preserveAspectRatio="xMidYMid slice" />
      </svg>
    );
  return (
    <span aria-hidden className={cx(look, "bg-accent font-semibold text-on-accent")}>
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
