import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { listen } from "#db/listen";
import { env } from "#lib/core/env";
import { SHOP_HOST_HEADER } from "#lib/request/origin";
import { type Coding, chooseCoding } from "./choose-coding.ts";
import { type ReplacedNonce, replaceNonce } from "./replace-nonce.ts";

/** Pages that show every visitor the same. */
const PATHS = new Set([
  ...["/", "/sign-in", "/sign-in/forgot", "/sign-up", "/guide", "/privacy", "/status", "/offline"],
]);
const SHOP_PATH = /^\/s\/[^/?]+$/;
/** Headers with which the framework renders for one reader, or a part of a page. */
const READER_HEADERS = /^(cookie|rsc|next-.*)$/;
/** Headers of a request with which its page is rendered: nothing of its reader. */
const RENDER_HEADERS = ["accept-encoding", "x-sent-url", SHOP_HOST_HEADER];
/** A name that a policy can have. */
const HOST = /^[a-z0-9.-]+(:\d+)?$/i;

/** For what changes without a notification, such as the time since a network's last delivery. */
const MAX_AGE_MS = 5_000;
const MAX_BYTES = 8 * 1_024 * 1_024;

interface SharedPage {
  until: number;
  html: Buffer;
  headers: Record<string, string>;
  buildPolicy: ReplacedNonce["buildPolicy"];
  packed: Partial<Record<Coding, Promise<Buffer>>>;
}

export type SharedPages = ReturnType<typeof createSharedPages>;

/** The changes of what the pages show. */
const CHANNELS = ["catalogue", "dispatcher", "shared_page"] as const;

/** Opens the memory, which each change of what the pages show clears. */
export async function openSharedPages(pages = createSharedPages()): Promise<SharedPages> {
  for (const channel of CHANNELS) await listen(channel, pages.clear);
  return pages;
}

/**
 * Creates the memory of pages that show every visitor the same. One is rendered without anything of its reader, and
 * sent to the others who ask meanwhile and a little later. See docs/decisions/shared-pages.md.
 */
export function createSharedPages(maxAgeMs = MAX_AGE_MS) {
  const pages = new Map<string, SharedPage>();
  const rendering = new Map<string, Promise<SharedPage | undefined>>();

  /** Serves a page that is in memory, or is being rendered. @returns whether it did */
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const key = getKey(request);
    if (key === undefined) return false;
    const present = pages.get(key);
    const page = present && performance.now() < present.until ? present : await rendering.get(key);
    if (page) await send(page, request, response);
    return page !== undefined;
  }

  /** Renders a page for every visitor if it is one, and keeps it. */
  function keep(request: IncomingMessage, response: ServerResponse): void {
    const key = getKey(request);
    if (key === undefined) return;
    const shown = Object.entries(request.headers).filter(([name]) => RENDER_HEADERS.includes(name));
    const { host } = new URL(env().NEXTAUTH_URL);
    // The framework completes a page's head before its body for a browser with a name.
    request.headers = { ...Object.fromEntries(shown), host, "user-agent": "portal" };
    const until = performance.now() + maxAgeMs;
    const rendered = capture(response).then((html) => html && createPage(html, response, until));
    rendering.set(key, rendered);
    void rendered.then((page) => {
      // Another one where something changed meanwhile.
      if (rendering.get(key) !== rendered) return;
      rendering.delete(key);
      if (page) store(key, page);
    });
  }

  /** Stores a page, instead of those that are too old, and of the oldest where there are too many. */
  function store(key: string, page: SharedPage): void {
    pages.delete(key);
    pages.set(key, page);
    let bytes = 0;
    for (const { html } of pages.values()) bytes += html.length;
    for (const [oldest, { html, until }] of pages) {
      if (bytes <= MAX_BYTES && performance.now() < until) break;
      pages.delete(oldest);
      bytes -= html.length;
    }
  }

  function clear(): void {
    pages.clear();
    rendering.clear();
  }

  async function send(page: SharedPage, { headers }: IncomingMessage, response: ServerResponse) {
    const coding = chooseCoding(headers["accept-encoding"]);
    const body = coding ? await pack(page, coding) : page.html;
    response.writeHead(200, {
      ...page.headers,
      "Content-Security-Policy": page.buildPolicy(headers.host ?? ""),
      "Content-Length": body.length,
      Vary: "Accept-Encoding",
      ...(coding && { "Content-Encoding": coding }),
    });
    response.end(body);
  }

  return { serve, keep, clear };
}

/** Compresses a page once for all who accept the coding. */
function pack({ packed, html }: SharedPage, coding: Coding): Promise<Buffer> {
  packed[coding] ??= PACK[coding](html);
  return packed[coding];
}

const PACK: Record<Coding, (html: Buffer) => Promise<Buffer>> = {
  br: (html) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
};

/** Returns what a page is found by; undefined for one that may show its reader something else. */
function getKey({ method, url = "", headers }: IncomingMessage): string | undefined {
  if (method !== "GET" || !(PATHS.has(url) || SHOP_PATH.test(url)) || !HOST.test(headers.host ?? ""))
    return undefined;
  if (Object.keys(headers).some((name) => READER_HEADERS.test(name))) return undefined;
  return `${headers[SHOP_HOST_HEADER] ?? ""} ${url}`;
}

/** Reads a response's body as it is written; undefined for one that is cut or too large. */
function capture(response: ServerResponse): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
  const parts: Buffer[] = [];
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const add = (part: unknown) => {
    if (typeof part === "string" || part instanceof Uint8Array) parts.push(Buffer.from(part as string));
  };
  response.write = ((...args: unknown[]) => {
    add(args[0]);
    write(...args);
    // Others wait for it, however slowly its first reader takes it.
    return true;
  }) as typeof response.write;
  response.end = ((...args: unknown[]) => {
    add(args[0]);
    resolve(Buffer.concat(parts));
    return end(...args);
  }) as typeof response.end;
  response.once("close", () => resolve(undefined));
  return promise;
}

/** Creates the page of a response; undefined for one that is only its reader's, or says that something is wrong. */
function createPage(html: Buffer, response: ServerResponse, until: number): SharedPage | undefined {
  const get = (name: string) => String(response.getHeader(name) ?? "");
  if (response.statusCode !== 200 || response.hasHeader("Set-Cookie")) return undefined;
  if (!get("Content-Type").startsWith("text/html") || html.length > MAX_BYTES / 8) return undefined;
  const replaced = replaceNonce(html.toString(), get("Content-Security-Policy"), get("Link"));
  if (!replaced) return undefined;
  const headers = {
    "Content-Type": get("Content-Type"),
    "Cache-Control": get("Cache-Control"),
    ...(replaced.link && { Link: replaced.link }),
  };
  return {
    until,
    html: Buffer.from(replaced.html),
    headers,
    buildPolicy: replaced.buildPolicy,
    packed: {},
  };
}
