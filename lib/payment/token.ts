import { Unheard } from "./ask.ts";

interface Token {
  token: string;
  /** How long it is good for, in seconds. */
  seconds: number;
}

/** A token is not used in its last seconds, in which it could end on the way. */
const MARGIN_S = 30;

/**
 * Keeps a provider's access token while it is good. Whoever needs one while it is being asked for waits for that one;
 * a token that the provider no longer takes (401) is asked for anew, once.
 */
export function tokenKeeper(askFor: () => Promise<Token>) {
  let kept: { token: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const { token, seconds } = await askFor();
    kept = { token, until: Date.now() + (seconds - MARGIN_S) * 1000 };
    return token;
  }

  async function token(): Promise<string> {
    if (kept && Date.now() < kept.until) return kept.token;
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
      if (!(error instanceof Unheard && error.status === 401)) throw error;
      if (kept?.token === first) kept = undefined;
      return work(await token());
    }
  };
}
