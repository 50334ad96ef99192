import { cx } from "./cx.ts";

const SIZE = { sm: "size-7 text-xs", md: "size-10 text-base", lg: "size-14 text-xl" } as const;

/** A network's initial on its colour. Decoration: always put the name beside it in words. */
export function NetworkTile({ name, size = "md" }: { name: string; size?: keyof typeof SIZE }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className={cx("shrink-0", SIZE[size])}>
      <rect width="40" height="40" rx="11" fill={colourOf(name)} />
      <text
        x="20"
        y="20"
        dy="0.36em"
        textAnchor="middle"
        fontSize="18"
        fontWeight="650"
        fill="#fff"
        className="font-sans"
      >
        {[...name.trim()][0]?.toUpperCase()}
      </text>
    </svg>
  );
}

/** A hue of 0–359 computed from a name: the same name has the same hue everywhere. */
export function hueOf(name: string): number {
  let hash = 5381;
  for (const char of name.trim().toLowerCase()) {
    hash = (Math.imul(hash, 33) ^ (char.codePointAt(0) ?? 0)) >>> 0;
  }
  return hash % 360;
}

/** A dark colour of a name's hue on which white text reads at 4.5:1 or better. */
export function colourOf(name: string): string {
  return `oklch(0.5 0.12 ${hueOf(name)})`;
}
