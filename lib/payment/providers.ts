import "server-only";
import { env } from "#lib/core/env";
import { paystack } from "./paystack.ts";
import type { Provider } from "./provider.ts";

let built: Provider[] | undefined;

/** The payment providers that have keys, which are the ones to offer. */
export function providers(): Provider[] {
  built ??= build();
  return built;
}

function build(): Provider[] {
  const { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_BASE_URL: baseUrl } = env();
  return secretKey === undefined ? [] : [paystack({ secretKey, baseUrl })];
}
