import { cx } from "./cx.ts";

const SIZE_CLASS = {
  sm: "size-7 text-[0.7875rem]",
  md: "size-10 text-[1.125rem]",
  lg: "size-14 text-[1.575rem]",
} as const;

/** Its colour is printed too. */
const TILE_CLASS =
  "grid shrink-0 place-items-center rounded-[27.5%] font-[650] text-[#fff] leading-none [print-color-adjust:exact]";

/** A network's initial on its colour. Decoration: always put the name beside it in words. */
export function NetworkTile({ name, size = "md" }: { name: string; size?: keyof typeof SIZE_CLASS }) {
  return (
    <span
      aria-hidden="true"
      className={cx(TILE_CLASS, SIZE_CLASS[size])}
      style={{ background: getNetworkColour(name) }}
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

/** A hue of 0–359 computed from a name: the same name has the same hue everywhere. */
export function getNetworkHue(name: string): number {
  let hash = 5381;
  for (const char of name.trim().toLowerCase()) {
    hash = (Math.imul(hash, 33) ^ (char.codePointAt(0) ?? 0)) >>> 0;
  }
  return hash % 360;
}

/** A dark colour of a name's hue on which white text reads at 4.5:1 or better. */
export function getNetworkColour(name: string): string {
  return `oklch(0.5 0.12 ${getNetworkHue(name)})`;
}
