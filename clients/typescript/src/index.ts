export { type BuyInput, Client, type ClientOptions, type RequestOptions } from "./client.ts";
export { ApiError, ConnectionError, RejectedError, UnknownOutcomeError } from "./errors.ts";
export type * from "./types.ts";
export { type VerifyWebhookInput, verifyWebhook, WebhookError } from "./webhook.ts";
