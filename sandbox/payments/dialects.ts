import type { Dialect } from "./dialect.ts";
import { flutterwave } from "./flutterwave.ts";
import { monnify } from "./monnify.ts";
import { paystack } from "./paystack.ts";

export const dialects: Dialect[] = [paystack, monnify, flutterwave];

export function dialectOf(name: string): Dialect {
  const found = dialects.find((one) => one.name === name);
  if (!found) throw new Error(`no provider "${name}"`);
  return found;
}
