import { randomUUID } from "node:crypto";
import type { ServiceAccess } from "./tested-service.ts";

export interface ConformanceResponse {
  status: number;
  headers: Headers;
  /** The body read as JSON; undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  body: any;
}

interface ConformanceRequest {
  method?: string;
  headers?: Record<string, string | undefined>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
}

/** One request as a program of the interface makes it; a header that is undefined is left out. */
export async function callApi(
  door: ServiceAccess,
  path: string,
  sent: ConformanceRequest = {},
): Promise<ConformanceResponse> {
  const body = typeof sent.body === "string" ? sent.body : JSON.stringify(sent.body);
  const headers = {
    Accept: "application/json",
    Authorization: `Bearer ${door.token}`,
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...sent.headers,
  };
  const headerEntries = Object.entries(headers).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const answer = await fetch(door.url + path, {
    method: sent.method ?? (body === undefined ? "GET" : "POST"),
    headers: Object.fromEntries(headerEntries),
    redirect: "manual",
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** Buys plan 1 for a number that the sandbox delivers to, unless `request` says otherwise. */
export function callPurchase(
  door: ServiceAccess,
  request: Record<string, unknown> = {},
  ref: string = randomUUID(),
): Promise<ConformanceResponse> {
  const body = { plan: 1, mobile_number: "08031234567", network: 1, ...request };
  return callApi(door, `/api/data/${ref}`, { body });
}

/** `most` calls for a list that the caller has already, as many at a time as a program might, and then one more. */
export async function isPastLimit(
  door: ServiceAccess,
  path: string,
  most: number,
): Promise<{ taken: number[]; rejected: ConformanceResponse }> {
  const again = () => callApi(door, path, { headers: { "If-None-Match": "*" } });
  const statuses: number[] = [];
  while (statuses.length < most) {
    const some = await Promise.all(Array.from({ length: Math.min(50, most - statuses.length) }, again));
    statuses.push(...some.map(({ status }) => status));
  }
  return { taken: statuses, rejected: await again() };
}

export const TRANSACTION_FIELDS = [
  "Status",
  "amount",
  "api_response",
  "balance_after",
  "balance_before",
  "create_date",
  "description",
  "id",
  "ident",
  "network",
  "plan_network",
];
