import type { Plan } from "./catalogue.ts";

/** A plan in one line: "MTN 1 GB SME, 30 Days". */
export function planLabel({ networkName, size, volume, typeName, name, validity }: Plan): string {
  return `${networkName} ${size} ${volume} ${name ?? typeName}, ${validity}`;
}
