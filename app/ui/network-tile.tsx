import { cx } from "./cx.ts";

const SIZE_CLASS = {
  sm: "size-7 text-[0.7875rem]",
  md: "size-10 text-[1.125rem]",
  lg: "size-14 text-[1.575rem]",
} as const;

/** Its colour is printed too. */
const TILE_CLASS =
  "grid shrink-0 place-items-center rounded-[27.5%] font-[650] leading-none [print-color-adjust:exact]";

/** A network's initial on its colour. Decoration: always put the name beside it in words. */
export function NetworkTile({ name, size = "md" }: { name: string; size?: keyof typeof SIZE_CLASS }) {
  return (
    <span aria-hidden="true" className={cx(TILE_CLASS, SIZE_CLASS[size])} style={getNetworkColours(name)}>
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

/** The colours that people know the networks by, with text that reads on them at 4.5:1 or better. */
const NETWORK_COLOURS: readonly [name: RegExp, colours: { background: string; color: string }][] = [
  [/^mtn/, { background: "#ffcb05", color: "#1e1b17" }],
  [/^airtel/, { background: "#d6001c", color: "#ffffff" }],
  [/^glo/, { background: "#2f8527", color: "#ffffff" }],
  [/^(9mobile|etisalat|t2)/, { background: "#00493b", color: "#ffffff" }],
];

const NEUTRAL_COLOURS = { background: "#5c554b", color: "#ffffff" };

export function getNetworkColours(name: string): { background: string; color: string } {
  const plain = name.trim().toLowerCase();
  return NETWORK_COLOURS.find(([pattern]) => pattern.test(plain))?.[1] ?? NEUTRAL_COLOURS;
}
