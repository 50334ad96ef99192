/** The response of one attempt. */
export interface ApiResponse {
  status: number;
  requestId: string | undefined;
  /** Seconds that the portal asks to wait; undefined without the header. */
  retryAfterS: number | undefined;
  /** Parsed JSON; the text when it isn't JSON. */
  body: unknown;
}

export interface ApiRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Sends one attempt and reads its whole response.
 * @throws when the connection is lost, the time is over, or the caller aborts.
 */
export async function sendRequest(
  fetcher: typeof fetch,
  { url, ...request }: ApiRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ApiResponse> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new Error("No response in time.")), timeoutMs);
  signal?.addEventListener("abort", abort);
  try {
    signal?.throwIfAborted();
    // A followed redirect may turn a POST into a GET.
    const response = await fetcher(url, { ...request, redirect: "manual", signal: controller.signal });
    const text = await response.text();
    const wait = response.headers.get("Retry-After");
    return {
      status: response.status,
      requestId: response.headers.get("X-Request-Id") ?? undefined,
      retryAfterS: wait !== null && /^\d+$/.test(wait) ? Number(wait) : undefined,
      body: parseJson(text),
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** Codes of Node and Bun for a connection that was never made. */
const UNSENT_CODES =
  /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_URL|ERR_TLS_\w+|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+)$/;

/** Whether an attempt failed before a byte of the request was sent, as far as the platform says. */
export function isUnsent(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return UNSENT_CODES.test(String(cause?.code ?? code));
}

/** Waits; ends early, without an error, when the caller aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
