import { randomUUID } from "node:crypto";
import type { Door } from "./door.ts";

export interface Told {
  status: number;
  headers: Headers;
  /** The body read as JSON; undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  body: any;
}

interface Sent {
  method?: string;
  headers?: Record<string, string | undefined>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
}

/** One request as a program of the interface makes it; a header that is undefined is left out. */
export async function call(door: Door, path: string, sent: Sent = {}): Promise<Told> {
  const body = typeof sent.body === "string" ? sent.body : JSON.stringify(sent.body);
  const headers = {
    Accept: "application/json",
    Authorization: `Bearer ${door.token}`,
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...sent.headers,
  };
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const answer = await fetch(door.url + path, {
    method: sent.method ?? (body === undefined ? "GET" : "POST"),
    headers: Object.fromEntries(given),
    redirect: "manual",
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** A purchase of plan 1 for a number that is delivered, unless told otherwise. */
export function buy(
  door: Door,
  request: Record<string, unknown> = {},
  ref: string = randomUUID(),
): Promise<Told> {
  const body = { plan: 1, mobile_number: "08031234567", network: 1, ...request };
  return call(door, `/api/data/${ref}`, { body });
}

/** `most` calls for a list that the caller has already, as many at a time as a program might, and then one more. */
export async function callsOver(
  door: Door,
  path: string,
  most: number,
): Promise<{ taken: number[]; refused: Told }> {
  const again = () => call(door, path, { headers: { "If-None-Match": "*" } });
  const taken: number[] = [];
  while (taken.length < most) {
    const some = await Promise.all(Array.from({ length: Math.min(50, most - taken.length) }, again));
    taken.push(...some.map(({ status }) => status));
  }
  return { taken, refused: await again() };
}

export const TRANSACTION = [
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
