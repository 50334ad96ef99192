import { sayTime } from "#lib/core/time";
import type { LeftBehind } from "#lib/safety/left-behind";

/** What the forms show that choose a password, in words. */
export interface LeftBehindWords {
  /** "20 Nov 14:05": when a password was last chosen. */
  since: string;
  /** The boxes: each ends one thing. */
  boxes: { name: "endTokens" | "endEndpoints" | "endPayments"; value: string; text: string; note: string }[];
  /** The devices that are signed in, which are signed out in any case. */
  devices: string[];
}

export function leftBehindWords(found: LeftBehind): LeftBehindWords {
  const { since, tokens, endpoints, paymentsChangedAt, sessions } = found;
  return {
    since: sayTime(since),
    boxes: [
      ...tokens.map(({ id, name, hint, createdAt }) => ({
        ...({ name: "endTokens", value: String(id) } as const),
        ...{ text: `End the token “${name}” (…${hint})`, note: `Made ${sayTime(createdAt)}` },
      })),
      ...endpoints.map(({ id, url, createdAt }) => ({
        ...({ name: "endEndpoints", value: String(id) } as const),
        ...{ text: `Tell nothing more to ${url}`, note: `Webhook added ${sayTime(createdAt)}` },
      })),
      ...(paymentsChangedAt
        ? [
            {
              ...({ name: "endPayments", value: "yes" } as const),
              text: "Take the bank details out of my shop, and pause it",
              note: `Where customers pay was changed ${sayTime(paymentsChangedAt)}`,
            },
          ]
        : []),
    ],
    devices: sessions.filter(({ current }) => !current).map(({ device }) => device),
  };
}
