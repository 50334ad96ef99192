import { ApiError, ConnectionError, RejectedError, UnknownOutcomeError } from "./errors.ts";
import { type ApiRequest, type ApiResponse, isUnsent, pause, sendRequest } from "./send-request.ts";
import type {
  BuyBody,
  FilterPlansQuery,
  FilterPlansResponse,
  ListAnnouncementsResponse,
  ListPlansResponse,
  ListTransactionsQuery,
  ListTransactionsResponse,
  ReadBalanceResponse,
  ReadPurchaseResponse,
} from "./types.ts";

type Transaction = ReadPurchaseResponse["data"];

export interface ClientOptions {
  /** The portal's address, such as `https://portal.example`. */
  baseUrl: string;
  token: string;
  /** Of one attempt; 40 seconds, since the portal waits up to 25 for the outcome of a purchase. */
  timeoutMs?: number;
  /** Of a call with all its attempts: 2 minutes. */
  deadlineMs?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

export interface RequestOptions {
  /** Of this call with all its attempts, instead of the client's. */
  deadlineMs?: number;
  signal?: AbortSignal;
}

export interface BuyInput {
  /** Your name for the purchase: save it before you call, and never use another one for a retry. */
  ref: string;
  /** Plan ID. */
  plan: number;
  mobileNumber: string;
  /** Network ID. */
  network: number;
}

/** 1 to 64 of `A-Z a-z 0-9 . _ -`; clients and proxies drop `.` and `..` from a path. */
const REF_PATTERN = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/;
const DEFAULT_TIMEOUT_MS = 40_000;
const DEFAULT_DEADLINE_MS = 120_000;
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/** Calls the API of one portal with one token. */
export class Client {
  readonly #options: ClientOptions;
  readonly #fetch: typeof fetch;
  readonly #base: string;

  /** @throws TypeError when the address or the token can't be one */
  constructor(options: ClientOptions) {
    checkOptions(options);
    this.#options = options;
    this.#base = options.baseUrl.replace(/\/+$/, "");
    this.#fetch = options.fetch ?? ((...request) => fetch(...request));
  }

  /** Lists every plan on sale at its standard price. */
  listPlans(options?: RequestOptions): Promise<ListPlansResponse> {
    return this.#read("/api/data_plans", {}, options);
  }

  /** Lists plans with the price of every level, by network and type. */
  filterPlans(query: FilterPlansQuery = {}, options?: RequestOptions): Promise<FilterPlansResponse> {
    return this.#read("/api/data-plans-prices/filtered", query, options);
  }

  /** Reads the balance, and the sum that pending purchases hold. */
  async readBalance(options?: RequestOptions): Promise<ReadBalanceResponse["data"]> {
    return (await this.#read<ReadBalanceResponse>("/api/balance", {}, options)).data;
  }

  /** Lists the announcements in force. */
  async listAnnouncements(options?: RequestOptions): Promise<ListAnnouncementsResponse["data"]> {
    return (await this.#read<ListAnnouncementsResponse>("/api/announcements", {}, options)).data;
  }

  /** Reads a purchase by your ref or the portal's ident. @throws ApiError with status 404 when there is none */
  async readPurchase(ref: string, options?: RequestOptions): Promise<Transaction> {
    return (await this.#read<ReadPurchaseResponse>(`/api/data/${checkRef(ref)}`, {}, options)).data;
  }

  /** Reads one page of purchases, newest first. */
  listTransactions(
    query: ListTransactionsQuery = {},
    options?: RequestOptions,
  ): Promise<ListTransactionsResponse> {
    return this.#read("/api/transactions", query, options);
  }

  /** Iterates all matching purchases, newest first, and reads the next page when it is needed. */
  async *iterateTransactions(query: ListTransactionsQuery = {}, options?: RequestOptions) {
    for (let cursor: string | null | undefined = query.cursor; ; ) {
      const page: ListTransactionsResponse = await this.listTransactions(
        { limit: 100, ...query, ...(cursor && { cursor }) },
        options,
      );
      yield* page.data;
      cursor = page.next_cursor;
      if (cursor === null) return;
    }
  }

  /**
   * Buys data, and follows the purchase until it is settled. Repeats the same call under the same ref after a lost
   * connection, a time-out, 429, 5xx and `pending`, so you are charged once at most.
   * @returns the purchase: its `Status` is `successful`, `failed` (refunded), or `pending` when the deadline passed.
   * @throws RejectedError, ApiError, ConnectionError and the signal's reason when nothing was bought; UnknownOutcomeError
   * when that isn't known: call it again with the same ref.
   */
  async buy(
    { ref, plan, mobileNumber, network }: BuyInput,
    options: RequestOptions = {},
  ): Promise<Transaction> {
    const body: BuyBody = { plan, mobile_number: mobileNumber, network };
    const request: ApiRequest = {
      method: "POST",
      url: `${this.#base}/api/data/${checkRef(ref)}`,
      headers: { ...this.#headers(), "Content-Type": "application/json" },
      body: JSON.stringify(body),
    };
    /** An attempt may have bought although its response doesn't say so. */
    let mayBeBought = false;
    let pending: Transaction | undefined;
    const result = await this.#attempt(request, options, (attempt) => {
      if (!("status" in attempt)) {
        mayBeBought = true;
        return true;
      }
      const purchase = getTransaction(attempt.body);
      if (purchase) pending = purchase.Status === "pending" ? purchase : undefined;
      if (purchase) return purchase.Status === "pending";
      const isUnknown = attempt.status >= 500 || isOk(attempt);
      if (isUnknown) mayBeBought = true;
      return isUnknown || isTemporary(attempt);
    });
    const response = "status" in result ? result : undefined;
    const purchase = getTransaction(response?.body) ?? pending;
    if (purchase) return purchase;
    // A rejection is about the ref itself, and would be the purchase if there were one.
    if (response && isRejection(response)) throw new RejectedError(response);
    if (response && !mayBeBought) throw new ApiError(response);
    const cause = response ? new ApiError(response) : (result as FailedAttempt).error;
    throw new UnknownOutcomeError(ref, cause, response?.requestId);
  }

  async #read<Body>(path: string, query: object, options: RequestOptions = {}): Promise<Body> {
    const fields = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString();
    const url = `${this.#base}${path}${search && `?${search}`}`;
    const result = await this.#attempt(
      { method: "GET", url, headers: this.#headers() },
      options,
      (attempt) => !("status" in attempt) || attempt.status >= 500 || isTemporary(attempt),
    );
    if (!("status" in result)) throw new ConnectionError("No response in time.", { cause: result.error });
    if (isOk(result) && typeof result.body === "object") return result.body as Body;
    throw isRejection(result) ? new RejectedError(result) : new ApiError(result);
  }

  /**
   * Repeats a request while it should be, until the deadline. @returns the last attempt
   * @throws ConnectionError, or the signal's reason, when nothing was ever sent: the configuration is wrong, not the network.
   */
  async #attempt(
    request: ApiRequest,
    { signal, deadlineMs = this.#options.deadlineMs ?? DEFAULT_DEADLINE_MS }: RequestOptions,
    shouldRepeat: (attempt: ApiResponse | FailedAttempt) => boolean,
  ): Promise<ApiResponse | FailedAttempt> {
    const end = performance.now() + deadlineMs;
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    let wasSent = false;
    for (let retries = 0; ; retries += 1) {
      if (!wasSent) signal?.throwIfAborted();
      const limit = Math.max(1, Math.min(timeoutMs, end - performance.now()));
      const attempt = await sendRequest(this.#fetch, request, limit, signal).catch((error: unknown) => ({
        error,
      }));
      if (!wasSent && "error" in attempt && isUnsent(attempt.error)) {
        const message = `The portal can't be reached at ${this.#base}: nothing was sent.`;
        throw new ConnectionError(message, { cause: attempt.error });
      }
      wasSent = true;
      const wait = getPauseMs(attempt, retries);
      if (!shouldRepeat(attempt) || performance.now() + wait >= end) return attempt;
      await pause(wait, signal);
      if (signal?.aborted) return attempt;
    }
  }

  #headers(): Record<string, string> {
    return { Accept: "application/json", Authorization: `Bearer ${this.#options.token}` };
  }
}

interface FailedAttempt {
  error: unknown;
}

function checkOptions({ baseUrl, token }: ClientOptions): void {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(
      `baseUrl is “${baseUrl}”: it needs a scheme and a host, such as https://portal.example`,
    );
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TypeError("token is empty, or has spaces or line breaks in it");
}

/** @throws TypeError before anything is sent */
function checkRef(ref: string): string {
  if (REF_PATTERN.test(ref)) return ref;
  throw new TypeError(`“${ref}” isn't a valid ref: use 1 to 64 of A-Z a-z 0-9 . _ - but not . or ..`);
}

const isOk = ({ status }: ApiResponse) => status >= 200 && status < 300;

/** The portal asks for another attempt: too many calls, or the queue is full. */
function isTemporary({ status, retryAfterS }: ApiResponse): boolean {
  return status === 429 || status === 408 || (retryAfterS !== undefined && status >= 400);
}

function isRejection({ status, body }: ApiResponse): boolean {
  return status === 422 && typeof body === "object" && body !== null && "errors" in body;
}

function getTransaction(body: unknown): Transaction | undefined {
  const { data } = (typeof body === "object" && body !== null ? body : {}) as { data?: Partial<Transaction> };
  return data?.Status ? (data as Transaction) : undefined;
}

/** Waits as the portal says, else twice as long after each attempt, and never in step with other clients. */
function getPauseMs(attempt: ApiResponse | FailedAttempt, retries: number): number {
  if ("status" in attempt && attempt.retryAfterS !== undefined) return attempt.retryAfterS * 1000;
  return Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** retries) * (0.5 + Math.random() / 2);
}
