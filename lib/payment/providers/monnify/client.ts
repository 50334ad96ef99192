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

export const NAME = "monnify";

export interface MonnifyClient {
  contractCode: string;
  /** @param secrets what the response may not show, beside the keys and the token */
  call(method: "GET" | "POST", path: string, json?: unknown, secrets?: string[]): Promise<ProviderResponse>;
}

export function createMonnifyClient(
  { apiKey = "", secretKey = "", contractCode = "" }: ProviderKeys,
  { baseUrl, timeoutMs }: ProviderOptions,
): MonnifyClient {
  const basic = Buffer.from(`${apiKey}:${secretKey}`).toString("base64");
  const send = (
    method: "GET" | "POST",
    path: string,
    authorization: string,
    json?: unknown,
    secrets: string[] = [],
  ) =>
    requestProvider({
      provider: NAME,
      base: baseUrl,
      method,
      path,
      json,
      headers: { authorization },
      secrets: [secretKey, apiKey, basic, ...secrets],
      timeoutMs,
    });
  const withToken = createTokenCache(async () => {
    const response = await send("POST", "/api/v1/auth/login", `Basic ${basic}`, {});
    const { accessToken, expiresIn } = unwrapResponse(LoginBody, response);
    return { token: accessToken, seconds: Number(expiresIn) };
  });
  return {
    contractCode,
    call: (method, path, json, secrets = []) =>
      withToken((token) => send(method, path, `Bearer ${token}`, json, [token, ...secrets])),
  };
}

const LoginBody = z.object({ accessToken: z.string().min(1), expiresIn: Identifier });
const ErrorBody = z.object({ requestSuccessful: z.literal(false), responseMessage: ProviderText });
const SuccessBody = z.object({ requestSuccessful: z.literal(true), responseBody: z.unknown() });

/** Reads a response to something that Monnify either did or rejected. */
export function unwrapResponse<S extends z.ZodType>(schema: S, response: ProviderResponse): z.output<S> {
  const rejection = ErrorBody.safeParse(response.json);
  if (rejection.success) throw new PaymentRejected(NAME, rejection.data.responseMessage);
  const { responseBody } = parseProviderResponse(NAME, SuccessBody, response);
  return parseProviderResponse(NAME, schema, { ...response, json: responseBody });
}

/** Only Monnify's own words for it mean that there is no such thing. */
export function isNotFound(response: ProviderResponse): boolean {
  const { data } = ErrorBody.safeParse(response.json);
  return data !== undefined && /(could not|cannot) find|not found|does not exist/i.test(data.responseMessage);
}
