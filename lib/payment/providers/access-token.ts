import { ProviderStatusError } from "./request-provider.ts";

interface AccessToken {
  token: string;
  /** How long it is good for, in seconds. */
  seconds: number;
}

/** A token is not used in its last seconds, in which it could end on the way. */
const EXPIRY_MARGIN_S = 30;

/**
 * Creates a function that calls with a cached access token. Concurrent callers share one token request. A
 * token that the provider rejects (401) is renewed once.
 */
export function createTokenCache(askFor: () => Promise<AccessToken>) {
  let cache: { token: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const { token, seconds } = await askFor();
    cache = { token, until: Date.now() + (seconds - EXPIRY_MARGIN_S) * 1000 };
    return token;
  }

  async function token(): Promise<string> {
    if (cache && Date.now() < cache.until) return cache.token;
    asking ??= renew().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  /** Does something with a token, and once more with another when the provider does not take the first. */
  return async function withToken<T>(work: (token: string) => Promise<T>): Promise<T> {
    const first = await token();
    try {
      return await work(first);
    } catch (error) {
      if (!(error instanceof ProviderStatusError && error.status === 401)) throw error;
      if (cache?.token === first) cache = undefined;
      return work(await token());
    }
  };
}
