import type { Ask, Heard } from "./buyer.ts";

/** Buys as a program does: `POST /api/data/{ref}` with a token. */
export function askApi(token: string): Ask {
  return async (portal, { ref, planId, networkId, phone }) => {
    try {
      const response = await fetch(`${portal}/api/data/${ref}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ plan: planId, network: networkId, mobile_number: phone }),
        signal: AbortSignal.timeout(30_000),
      });
      return heardBy(response.status, await response.json());
    } catch {
      return undefined;
    }
  };
}

interface Body {
  data?: { Status?: string; ident?: string };
  errors?: Record<string, string[]>;
}

function heardBy(status: number, { data, errors }: Body): Heard | undefined {
  const told = data?.Status;
  if (told === "successful" || told === "failed" || told === "pending") return { told, ident: data?.ident };
  if (status !== 422) return undefined;
  // While sending pauses, a buyer comes again; every other refusal is final.
  return errors?.status?.[0]?.startsWith("Service unavailable") ? undefined : { told: "refused" };
}
