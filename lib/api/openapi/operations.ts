import { z } from "zod";
import { FilterQuery, PurchaseBody, TransactionQuery } from "#lib/api/requests";
import {
  AnnouncementList,
  ApiPlan,
  BalanceResponse,
  DeniedResponse,
  FilteredList,
  MessageResponse,
  ServerError,
  TransactionPage,
  TransactionResponse,
  ValidationError,
} from "#lib/api/schemas";
import { API_TEXTS } from "#lib/api/texts";
import { formatInternalError } from "#lib/request/problem";
import type { HeaderName } from "./header-texts.ts";

/** A response: its meaning, its body if any, and its headers beside those of the limit. */
export interface ResponseText {
  says: string;
  schema?: z.ZodType;
  headers?: readonly HeaderName[];
  /** An example of the body, where that of its schema doesn't match the status. */
  example?: unknown;
}

/** Groups of operations. */
export const TAGS = {
  Plans: "Plans and their prices",
  Purchases: "Buying data, and its results",
  Account: "Wallet and announcements",
} as const;
type OperationTag = keyof typeof TAGS;

/** An operation of the API: its schemas both describe and check requests. */
export interface OperationText {
  id: string;
  tag: OperationTag;
  method: "GET" | "POST";
  path: string;
  title: string;
  /** Description for developers. */
  text: string;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Its responses, in addition to `COMMON_RESPONSES`. */
  answers: Record<number, ResponseText>;
  /** Statuses of `COMMON_RESPONSES` that it never returns. */
  never?: readonly number[];
  /** Request of the examples. */
  example: { path: string; body?: Record<string, unknown> };
}

/** A response with a message alone. */
const message = (says: string, example: string, headers?: readonly HeaderName[]) => ({
  says,
  schema: MessageResponse,
  example: { message: example },
  ...(headers && { headers }),
});
const baseResponses = {
  401: { says: "The token is missing or wrong", schema: MessageResponse, headers: ["WWW-Authenticate"] },
  403: { says: "The token is not for this address or origin", schema: DeniedResponse },
  429: message("Too many calls: wait as `Retry-After` says", API_TEXTS.tooMany, ["Retry-After"]),
} as const;
const unavailableResponse = {
  503: message("We cannot answer right now: wait as `Retry-After` says", "The portal is busy. Try again.", [
    "Retry-After",
  ]),
} as const;

/** Responses of any operation, by name; `unread` where a request is rejected before authentication. */
export const COMMON_RESPONSES: Record<number, ResponseText & { name: string; unread?: true }> = {
  400: {
    name: "BadRequest",
    unread: true,
    ...message("The address, the headers or the body is invalid", "The address is malformed."),
  },
  401: { name: "Unauthenticated", unread: true, ...baseResponses[401] },
  403: { name: "NotWelcome", ...baseResponses[403] },
  405: {
    name: "NotAllowed",
    ...message(
      "The address doesn't allow this method: see `Allow`",
      "The PUT method is not supported for this address. Supported: GET, HEAD, OPTIONS.",
      ["Allow"],
    ),
  },
  408: {
    name: "TooSlow",
    unread: true,
    ...message(
      "The request did not arrive in time: nothing was done",
      "The request did not arrive whole in time. Nothing was done. Send it again.",
    ),
  },
  413: {
    name: "TooLarge",
    unread: true,
    ...message(
      "The request is too large: nothing was done",
      "The request's chunk extensions are too large. Nothing was done.",
    ),
  },
  429: { name: "TooMany", ...baseResponses[429] },
  431: {
    name: "HeadersTooLarge",
    unread: true,
    ...message(
      "The headers are over 16 KiB: nothing was done",
      "The request's headers are too large: 16 KiB at most. Nothing was done.",
    ),
  },
  500: {
    name: "Fault",
    ...message("Something went wrong on our side", formatInternalError("9f86d081884c")),
  },
  503: { name: "Away", ...unavailableResponse[503] },
};
const notModifiedResponse = {
  304: { says: "Nothing changed since your `ETag`", headers: ["ETag"] },
} as const;
const describeInvalidFilter = (field: string, message: string): ResponseText => ({
  says: "A filter is invalid",
  schema: ValidationError,
  example: { message: API_TEXTS.invalid, errors: { [field]: [message] } },
});
export const EXAMPLE_REF = "order-1001";

/** A plan of the examples, in the fields of a purchase. */
export interface ExamplePlan {
  plan: number;
  network: number;
}

/** Where the portal's plans aren't known: the sandbox's first. */
export const DEFAULT_EXAMPLE_PLAN: ExamplePlan = { plan: 1, network: 1 };

export const OPERATIONS: readonly OperationText[] = [
  {
    id: "list-plans",
    tag: "Plans",
    method: "GET",
    path: "/api/data_plans",
    title: "List plans",
    text: "Every plan on sale, grouped by network. Prices are the standard ones; a purchase is charged your level's. Send `If-None-Match` with the last `ETag`: 304 means that nothing changed.",
    answers: {
      200: { says: "The plans", schema: z.array(ApiPlan), headers: ["ETag"] },
      ...notModifiedResponse,
      ...baseResponses,
      ...unavailableResponse,
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
    text: "Plans by network and type with the price of every level; a purchase is charged your own level's. Filters can be combined; without matches the list is empty.",
    query: FilterQuery,
    answers: {
      200: { says: "The matching plans", schema: FilteredList, headers: ["ETag"] },
      ...notModifiedResponse,
      422: describeInvalidFilter("mobile_network", "The mobile network must be an integer."),
      500: { says: "Something went wrong on our side", schema: ServerError },
      ...baseResponses,
    },
    example: { path: "/api/data-plans-prices/filtered?mobile_network=1&validity=Monthly" },
  },
  {
    id: "buy",
    tag: "Purchases",
    method: "POST",
    path: "/api/data/{ref}",
    title: "Buy data",
    text: "Your reference makes it safe to repeat a call: the same reference with the same request returns the same purchase, marked by `Idempotency-Replayed: true`, and is charged once. The response waits up to 25 seconds for the outcome; after that it is `pending`, and delivery continues. A failed purchase returns 422 with the transaction. While the queue is full, 422 `Service unavailable!.` comes with `Retry-After`, and nothing was bought. Without `{ref}` we create one and return it in `X-Ref`, and wait up to 15 seconds; the next identical call within two minutes of one whose caller left before the response returns the same purchase.",
    body: PurchaseBody,
    answers: {
      200: {
        says: "Delivered, or still pending",
        schema: TransactionResponse,
        headers: ["X-Ref", "Idempotency-Replayed"],
      },
      422: {
        says: "Failed (with the transaction) or rejected",
        schema: z.union([TransactionResponse, ValidationError]),
        example: { message: API_TEXTS.invalid, errors: { plan: [API_TEXTS.planRequired] } },
        headers: ["X-Ref", "Idempotency-Replayed", "Retry-After"],
      },
      400: message("The body is not valid JSON", "The body is not valid JSON."),
      413: message("The body is over 64 KiB", "The body is too large: 64 KiB at most."),
      415: message(
        "The body is neither JSON nor a form",
        "The body must be JSON or a form with plan, mobile_number, network. Nothing was charged. Send Content-Type: application/json.",
      ),
      ...baseResponses,
      503: message(
        "We cannot answer right now. If the message says that the outcome is unknown, the purchase may have been placed; the same call with the same reference is safe in any case, after `Retry-After` seconds",
        API_TEXTS.outcomeUnknown,
        ["X-Ref", "Retry-After"],
      ),
    },
    example: {
      path: `/api/data/${EXAMPLE_REF}`,
      body: { ...DEFAULT_EXAMPLE_PLAN, mobile_number: "08031234567" },
    },
  },
  {
    id: "read-purchase",
    tag: "Purchases",
    method: "GET",
    path: "/api/data/{ref}",
    title: "Read a purchase",
    text: "The current state of a purchase, by your reference or its `ident`.",
    answers: {
      200: { says: "The purchase", schema: TransactionResponse, headers: ["X-Ref"] },
      404: message("You have no such purchase", "This purchase does not exist."),
      ...baseResponses,
      ...unavailableResponse,
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
      422: describeInvalidFilter("limit", "The limit must be 1 to 100."),
      ...baseResponses,
      ...unavailableResponse,
    },
    example: { path: "/api/transactions?status=successful&limit=10" },
  },
  {
    id: "read-balance",
    tag: "Account",
    method: "GET",
    path: "/api/balance",
    title: "Read the balance",
    text: "The money that you can spend, and the money held for pending purchases.",
    answers: {
      200: { says: "The balance", schema: BalanceResponse },
      ...baseResponses,
      ...unavailableResponse,
    },
    example: { path: "/api/balance" },
  },
  {
    id: "list-announcements",
    tag: "Account",
    method: "GET",
    path: "/api/announcements",
    title: "Read announcements",
    text: "Current announcements of outages, maintenance and prices, newest first. The webhook event is `announcement.made`.",
    answers: {
      200: { says: "The announcements in force", schema: AnnouncementList },
      ...baseResponses,
      ...unavailableResponse,
    },
    example: { path: "/api/announcements" },
  },
];
