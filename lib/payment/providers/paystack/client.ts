import { z } from "zod";
import type { ProviderKeys, ProviderOptions } from "#lib/payment/providers/descriptor";
import { ProviderText } from "#lib/payment/providers/exact-json";
import { PaymentRejected } from "#lib/payment/providers/provider";
import {
  type ProviderResponse,
  parseProviderResponse,
  requestProvider,
} from "#lib/payment/providers/request-provider";

export const NAME = "paystack";

export interface PaystackClient {
  /** Whether the keys are of Paystack's test mode. */
  isTest: boolean;
  /** @param secrets what the response may not show, beside the key */
  call(method: "GET" | "POST", path: string, json?: unknown, secrets?: string[]): Promise<ProviderResponse>;
}

export function createPaystackClient(
  { secretKey = "" }: ProviderKeys,
  { baseUrl, timeoutMs }: ProviderOptions,
): PaystackClient {
  return {
    isTest: secretKey.startsWith("sk_test_"),
    call: (method, path, json, secrets = []) =>
      requestProvider({
        provider: NAME,
        base: baseUrl,
        method,
        path,
        json,
        headers: { authorization: `Bearer ${secretKey}` },
        secrets: [secretKey, ...secrets],
        timeoutMs,
      }),
  };
}

export const ErrorBody = z.object({
  status: z.literal(false),
  message: ProviderText,
  code: z.string().optional(),
});
const SuccessBody = z.object({ status: z.literal(true), data: z.unknown().optional() });

/** Reads the response to something that Paystack either did or rejected. */
export async function unwrapResponse<S extends z.ZodType>(
  schema: S,
  reply: ProviderResponse | Promise<ProviderResponse>,
): Promise<z.output<S>> {
  const response = await reply;
  if (response.status >= 400)
    throw new PaymentRejected(NAME, parseProviderResponse(NAME, ErrorBody, response).message);
  const { data } = parseProviderResponse(NAME, SuccessBody, response);
  return parseProviderResponse(NAME, schema, { ...response, json: data });
}

/** An id of Paystack's, which goes into a path. */
export function requireNumericId(id: string): string {
  if (/^\d{1,20}$/.test(id)) return id;
  throw new PaymentRejected(NAME, "this isn’t an id of Paystack’s");
}
