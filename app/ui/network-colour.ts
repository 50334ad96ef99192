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
