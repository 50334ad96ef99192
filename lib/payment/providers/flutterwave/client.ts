import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createTokenCache } from "#lib/payment/providers/access-token";
import type { ProviderKeys, ProviderOptions } from "#lib/payment/providers/descriptor";
import { Identifier, ProviderText } from "#lib/payment/providers/exact-json";
import { PaymentRejected } from "#lib/payment/providers/provider";
import {
  type ProviderResponse,
  parseProviderResponse,
  requestProvider,
} from "#lib/payment/providers/request-provider";

export const NAME = "flutterwave";
const TOKEN_PATH = "/realms/flutterwave/protocol/openid-connect/token";
const IDENTITY_PROVIDER_URL = "https://idp.flutterwave.com";
/** Goes before an owner to make the reference that all transfers to their account carry. */
export const DEDICATED_ACCOUNT_PREFIX = "va-";

export interface FlutterwaveClient {
  get(path: string): Promise<ProviderResponse>;
  /**
   * The same key again has the same effect and response as the first time.
   * @param secrets what the response may not show, beside the keys and the token
   */
  post(path: string, json: unknown, key?: string, secrets?: string[]): Promise<ProviderResponse>;
}

export function createFlutterwaveClient(
  { clientId = "", clientSecret = "", webhookSecret = "" }: ProviderKeys,
  { baseUrl, timeoutMs }: ProviderOptions,
): FlutterwaveClient {
  const keys = [clientSecret, clientId, webhookSecret];
  // Flutterwave gives its tokens out elsewhere; a stand-in does so itself.
  const isTheirs = /(^|\.)flutterwave\.(com|cloud)$/.test(new URL(baseUrl).hostname);
  const withToken = createTokenCache(async () => {
    const response = await requestProvider({
      provider: NAME,
      base: isTheirs ? IDENTITY_PROVIDER_URL : baseUrl,
      method: "POST",
      path: TOKEN_PATH,
      headers: {},
      form: { client_id: clientId, client_secret: clientSecret, grant_type: "client_credentials" },
      secrets: keys,
      timeoutMs,
    });
    const { access_token, expires_in } = parseProviderResponse(NAME, LoginBody, response);
    return { token: access_token, seconds: Number(expires_in) };
  });
  const send = (method: "GET" | "POST", path: string, json?: unknown, key?: string, secrets: string[] = []) =>
    withToken((token) =>
      requestProvider({
        provider: NAME,
        base: baseUrl,
        method,
        path,
        json,
        headers: {
          authorization: `Bearer ${token}`,
          "x-trace-id": randomUUID(),
          ...(key && { "x-idempotency-key": `portal-${key}` }),
        },
        secrets: [...keys, token, ...secrets],
        timeoutMs,
      }),
    );
  return {
    get: (path) => send("GET", path),
    post: (path, json, key, secrets) => send("POST", path, json, key, secrets),
  };
}

const LoginBody = z.object({ access_token: z.string().min(1), expires_in: Identifier });
export const ErrorBody = z.object({
  status: z.literal("failed"),
  error: z.object({ message: ProviderText }),
});
const SuccessBody = z.object({ status: z.literal("success"), data: z.unknown() });

/** Reads a response to something that Flutterwave either did or rejected. */
export function unwrapResponse<S extends z.ZodType>(schema: S, response: ProviderResponse): z.output<S> {
  const rejection = ErrorBody.safeParse(response.json);
  if (rejection.success) throw new PaymentRejected(NAME, rejection.data.error.message);
  const { data } = parseProviderResponse(NAME, SuccessBody, response);
  return parseProviderResponse(NAME, schema, { ...response, json: data });
}
