import { z } from "zod";
import type { HeaderName } from "./header-texts.ts";
import { FilterQuery, PurchaseBody, TransactionQuery } from "./requests.ts";
import {
  BalanceAnswer,
  FilteredList,
  Message,
  NotWelcome,
  Plan,
  ServerError,
  ToldAnnouncement,
  TransactionAnswer,
  TransactionPage,
  ValidationError,
} from "./shapes.ts";

/** An answer by its status: what it means, its body if it has one, and its headers beside those of the limit. */
export interface AnswerText {
  says: string;
  schema?: z.ZodType;
  headers?: readonly HeaderName[];
}

/** What operations are grouped by. */
export const TAGS = {
  Plans: "What can be bought, and at which price",
  Purchases: "Buying, and what became of it",
  Account: "The wallet, and what the operator announces",
} as const;
type Tag = keyof typeof TAGS;

/** One thing that a program can ask for: what describes it also checks it. */
export interface OperationText {
  id: string;
  tag: Tag;
  method: "GET" | "POST";
  path: string;
  title: string;
  /** What to know before using it. */
  text: string;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Its own answers. It has those of `USUAL` too. */
  answers: Record<number, AnswerText>;
  /** Answers of `USUAL` that it never gives. */
  never?: readonly number[];
  /** What the examples send. */
  example: { path: string; body?: Record<string, unknown> };
}

const always = {
  401: { says: "The token is missing or wrong", schema: Message, headers: ["WWW-Authenticate"] },
  403: { says: "The token is not for this address or origin", schema: NotWelcome },
  429: { says: "Too many calls: wait as `Retry-After` says", schema: Message, headers: ["Retry-After"] },
} as const;
const away = {
  503: {
    says: "We cannot answer right now: wait as `Retry-After` says",
    schema: Message,
    headers: ["Retry-After"],
  },
} as const;

/** What any operation can answer, with the name of each; `unread` where it is refused before the token is looked at. */
export const USUAL: Record<number, AnswerText & { name: string; unread?: true }> = {
  400: {
    name: "BadRequest",
    unread: true,
    says: "The address, the headers or the body cannot be read",
    schema: Message,
  },
  401: { name: "Unauthenticated", unread: true, ...always[401] },
  403: { name: "NotWelcome", ...always[403] },
  405: {
    name: "NotAllowed",
    says: "The address has no such method: `Allow` names those it has",
    schema: Message,
    headers: ["Allow"],
  },
  408: {
    name: "TooSlow",
    unread: true,
    says: "The request did not arrive in time: nothing was done",
    schema: Message,
  },
  413: {
    name: "TooLarge",
    unread: true,
    says: "The request is too large: nothing was done",
    schema: Message,
  },
  429: { name: "TooMany", ...always[429] },
  431: {
    name: "HeadersTooLarge",
    unread: true,
    says: "The headers are over 16 KiB: nothing was done",
    schema: Message,
  },
  500: { name: "Fault", says: "Something went wrong on our side", schema: Message },
  503: { name: "Away", ...away[503] },
};
const unchanged = { 304: { says: "Nothing changed since your `ETag`", headers: ["ETag"] } } as const;
const refused = { says: "A filter cannot be read", schema: ValidationError };
const EXAMPLE_REF = "order-1001";

export const OPERATIONS: readonly OperationText[] = [
  {
    id: "list-plans",
    tag: "Plans",
    method: "GET",
    path: "/api/data_plans",
    title: "List plans",
    text: "Every plan on sale, grouped by network. Prices are the standard ones; a purchase is charged your level's. Send `If-None-Match` with the last `ETag`: 304 means that nothing changed.",
    answers: {
      200: { says: "The plans", schema: z.array(Plan), headers: ["ETag"] },
      ...unchanged,
      ...always,
      ...away,
    },
    example: { path: "/api/data_plans" },
  },
  {
    id: "filter-plans",
    tag: "Plans",
    never: [503],
    method: "GET",
    path: "/api/data-plans-prices/filtered",
    title: "Filter plans",
    text: "Plans by network and type with the price of every level; a purchase is charged your own level's. Filters can be combined; one that fits nothing gives an empty list.",
    query: FilterQuery,
    answers: {
      200: { says: "The plans that fit", schema: FilteredList, headers: ["ETag"] },
      ...unchanged,
      422: { says: "A filter cannot be read", schema: ValidationError },
      500: { says: "Something went wrong on our side", schema: ServerError },
      ...always,
    },
    example: { path: "/api/data-plans-prices/filtered?mobile_network=1&validity=Monthly" },
  },
  {
    id: "buy",
    tag: "Purchases",
    method: "POST",
    path: "/api/data/{ref}",
    title: "Buy data",
    text: "Your reference makes it safe to ask again: the same reference with the same request gives the same purchase, marked by `Idempotency-Replayed: true`, and is charged once. The answer waits up to 25 seconds for the outcome; after that it is `pending` and goes on. A purchase that failed answers 422 with the transaction. While more is waiting than can be sent in time, 422 `Service unavailable!.` comes with `Retry-After`, and nothing was bought. Without `{ref}` we make one and return it in `X-Ref`.",
    body: PurchaseBody,
    answers: {
      200: {
        says: "Delivered, or still pending",
        schema: TransactionAnswer,
        headers: ["X-Ref", "Idempotency-Replayed"],
      },
      422: {
        says: "Failed (with the transaction) or refused",
        schema: z.union([TransactionAnswer, ValidationError]),
        headers: ["X-Ref", "Idempotency-Replayed", "Retry-After"],
      },
      400: { says: "The body is not valid JSON", schema: Message },
      413: { says: "The body is over 64 KiB", schema: Message },
      415: { says: "The body is not JSON", schema: Message },
      ...always,
      503: {
        says: "We cannot answer right now. Where the words say that the outcome is unknown, the purchase may have been placed; the same call with the same reference is safe in any case, after `Retry-After` seconds",
        schema: Message,
        headers: ["X-Ref", "Retry-After"],
      },
    },
    example: {
      path: `/api/data/${EXAMPLE_REF}`,
      body: { plan: 1, mobile_number: "08031234567", network: 1 },
    },
  },
  {
    id: "read-purchase",
    tag: "Purchases",
    method: "GET",
    path: "/api/data/{ref}",
    title: "Read a purchase",
    text: "A purchase as it stands now, by your reference or its `ident`.",
    answers: {
      200: { says: "The purchase", schema: TransactionAnswer, headers: ["X-Ref"] },
      404: { says: "You have no such purchase", schema: Message },
      ...always,
      ...away,
    },
    example: { path: `/api/data/${EXAMPLE_REF}` },
  },
  {
    id: "list-transactions",
    tag: "Purchases",
    method: "GET",
    path: "/api/transactions",
    title: "List purchases",
    text: "Your purchases, newest first. Follow `next_cursor` until it is null.",
    query: TransactionQuery,
    answers: {
      200: { says: "A page of purchases", schema: TransactionPage },
      422: refused,
      ...always,
      ...away,
    },
    example: { path: "/api/transactions?status=successful&limit=10" },
  },
  {
    id: "read-balance",
    tag: "Account",
    method: "GET",
    path: "/api/balance",
    title: "Read the balance",
    text: "What you can spend, and what pending purchases hold.",
    answers: { 200: { says: "The balance", schema: BalanceAnswer }, ...always, ...away },
    example: { path: "/api/balance" },
  },
  {
    id: "list-announcements",
    tag: "Account",
    method: "GET",
    path: "/api/announcements",
    title: "Read announcements",
    text: "What the operator tells everybody now, the latest first: a network that is down, maintenance, prices. By webhook it comes as `announcement.made`.",
    answers: {
      200: { says: "The announcements in force", schema: z.object({ data: z.array(ToldAnnouncement) }) },
      ...always,
      ...away,
    },
    example: { path: "/api/announcements" },
  },
];
