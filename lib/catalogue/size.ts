const MB_PER_UNIT: Record<string, number> = { KB: 1 / 1024, MB: 1, GB: 1024, TB: 1024 * 1024 };

/** A data size in MB for sorting ("1.5", "GB" → 1536); undefined when it cannot be told. */
export function sizeInMb(size: string, volume: string): number | undefined {
  const match = /^([\d.,]+)\s*([KMGT]B)$/i.exec(`${size}${volume}`.trim());
  const [, digits = "", unit = ""] = match ?? [];
  const number = Number(digits.replaceAll(",", ""));
  const mb = MB_PER_UNIT[unit.toUpperCase()];
  return mb === undefined || Number.isNaN(number) ? undefined : number * mb;
}
