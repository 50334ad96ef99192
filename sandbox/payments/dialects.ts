import type { ProviderDialect } from "./dialect.ts";
import { flutterwaveDialect } from "./flutterwave.ts";
import { monnifyDialect } from "./monnify.ts";
import { paystackDialect } from "./paystack.ts";

export const PROVIDER_DIALECTS: ProviderDialect[] = [paystackDialect, monnifyDialect, flutterwaveDialect];

export function findDialect(name: string): ProviderDialect {
  const dialect = PROVIDER_DIALECTS.find((dialect) => dialect.name === name);
  if (!dialect) throw new Error(`no provider "${name}"`);
  return dialect;
}
