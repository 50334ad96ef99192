import { once } from "node:events";
import { type ClientRequest, type IncomingHttpHeaders, request } from "node:http";
import { isIP, connect as open, type Socket } from "node:net";
import { connect as openSecure } from "node:tls";
import { waitWithoutTurn } from "#lib/core/page-turn";
import { describeNetworkError } from "./network-error.ts";

/** Times in ms, sizes in bytes. `signal` ends the wait early. */
export interface OutgoingRequest {
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string | undefined;
  timeoutMs: number;
  maxBytes: number;
  /** Returns the ms left in which writing may begin. */
  timeToBegin?: (() => number) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The result of one exchange. Only `unsent` proves that the upstream saw nothing. `tookMs` is the time from the
 * request to the head of the response.
 */
export type ExchangeResult =
  | { kind: "unsent"; reason: string }
  | { kind: "broken"; reason: string; status?: number; text: string }
  | { kind: "response"; status: number; headers: IncomingHttpHeaders; tookMs: number; text: string };

const CONNECT_TIMEOUT_MS = 10_000;
const EXPIRED_RESULT: ExchangeResult = { kind: "unsent", reason: "the time to begin had passed" };

/**
 * Sends one request over a separate connection, without retry or redirect, capped in time and size.
 * Never throws. Nothing is written before the connection (and TLS) is established, so a failure before
 * that is surely `unsent`. A page lends its turn meanwhile.
 */
export const exchangeRequest = (outgoing: OutgoingRequest): Promise<ExchangeResult> =>
  waitWithoutTurn(() => exchange(outgoing));

async function exchange(outgoing: OutgoingRequest): Promise<ExchangeResult> {
  const timeout = AbortSignal.timeout(outgoing.timeoutMs);
  const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, timeout]) : timeout;
  const { timeToBegin = () => CONNECT_TIMEOUT_MS } = outgoing;
  if (timeToBegin() === 0) return EXPIRED_RESULT;
  let socket: Socket;
  try {
    const wait = AbortSignal.timeout(Math.min(CONNECT_TIMEOUT_MS, timeToBegin()));
    socket = await openSocket(outgoing.url, AbortSignal.any([signal, wait]));
  } catch (error) {
    return { kind: "unsent", reason: `no connection: ${nameError(error)}` };
  }
  try {
    if (timeToBegin() === 0) return EXPIRED_RESULT;
    return await transferRequest(outgoing, socket, signal);
  } finally {
    socket.destroy();
  }
}

async function openSocket(url: URL, signal: AbortSignal): Promise<Socket> {
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (secure ? 443 : 80);
  const socket = secure
    ? openSecure({ host, port, servername: isIP(host) ? "" : host, ALPNProtocols: ["http/1.1"] })
    : open({ host, port });
  socket.on("error", () => {});
  try {
    await once(socket, secure ? "secureConnect" : "connect", { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function transferRequest(
  outgoing: OutgoingRequest,
  socket: Socket,
  signal: AbortSignal,
): Promise<ExchangeResult> {
  if (signal.aborted) return { kind: "unsent", reason: nameError(signal.reason) };
  const outbound = createRequest(outgoing, socket);
  if (outbound instanceof Error) return { kind: "unsent", reason: nameError(outbound) };

  const { promise, resolve } = Promise.withResolvers<ExchangeResult>();
  const chunks: Buffer[] = [];
  let status: number | undefined;
  const begun = performance.now();
  const text = () => Buffer.concat(chunks).toString("utf8");
  const broken = (reason: string) =>
    resolve({ kind: "broken", reason: reason, text: text(), ...(status === undefined ? {} : { status }) });
  const stop = () => broken(nameError(signal.reason));

  signal.addEventListener("abort", stop);
  outbound.on("error", (error) => broken(nameError(error)));
  outbound.on("close", () => status === undefined && broken("the connection was closed"));
  outbound.on("response", (response) => {
    status = response.statusCode ?? 0;
    const tookMs = performance.now() - begun;
    const received = { kind: "response" as const, status, headers: response.headers, tookMs };
    let room = outgoing.maxBytes;
    response.on("data", (chunk: Buffer) => {
      room -= chunk.length;
      if (room < 0) broken(`the response is larger than ${outgoing.maxBytes} bytes`);
      else chunks.push(chunk);
    });
    response.on("error", (error) => broken(nameError(error)));
    response.on("end", () => resolve({ ...received, text: text() }));
  });
  outbound.end(outgoing.body);
  return promise.finally(() => signal.removeEventListener("abort", stop));
}

/** Prepares the request without writing anything; returns the error when its headers cannot be sent. */
function createRequest({ url, method, headers }: OutgoingRequest, socket: Socket): ClientRequest | Error {
  try {
    return request({
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      createConnection: () => socket,
    });
  } catch (error) {
    return error as Error;
  }
}

/** Names an error without its message, which may contain the request. */
function nameError(error: unknown): string {
  if (!(error instanceof Error)) return "stopped";
  if (error.name === "AbortError" && error.cause instanceof Error) return nameError(error.cause);
  if (error.name === "TimeoutError") return "time-out";
  if (error.name === "AbortError") return "stopped";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return describeNetworkError(error) ?? code;
}
