import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip as gzipOf } from "node:zlib";
import { type Coding, chooseCoding } from "./choose-coding.ts";

/** Shorter responses would hardly arrive sooner. */
const MIN_BYTES = 1_024;
/** A response up to this size is compressed as one, unless the writer pauses in it. */
const MAX_SINGLE_CHUNK_BYTES = 256 * 1_024;
/** After a pause of the writer of this length, the data so far is sent: the rest may take its time. */
const FLUSH_DELAY_MS = 20;

type Methods = Pick<ServerResponse, "writeHead" | "flushHeaders" | "write" | "end">;

/**
 * Compresses the response as its client accepts it: once per response, and flushed where the writer pauses, not at each
 * of its small writes. Images, streams of events, parts of files, and short or compressed data are sent unchanged. See
 * docs/decisions/compression.md.
 */
export function compress(request: IncomingMessage, response: ServerResponse): void {
  const { writeHead, flushHeaders, write, end } = response;
  const real: Methods = { writeHead, flushHeaders, write, end };
  /** Before the first byte, when the head is complete. */
  const begin = () => {
    Object.assign(response, real);
    const coding = selectCoding(request, response);
    if (coding) new CompressedResponse(response, real, coding);
  };
  const first = {
    writeHead(status: number, ...rest: (string | OutgoingHttpHeaders)[]) {
      response.statusCode = status;
      response.setHeaders(new Map(Object.entries(rest.at(-1) ?? {}) as [string, string][]));
      begin();
      return response.writeHead(status);
    },
    flushHeaders() {
      begin();
      response.flushHeaders();
    },
    write(...body: Parameters<typeof write>) {
      begin();
      return response.write(...body);
    },
    end(...body: Parameters<typeof end>) {
      begin();
      return response.end(...body);
    },
  };
  Object.assign(response, first);
}

const COMPRESSIBLE_TYPE =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml)|image\/svg\+xml|[^;]+\+(json|xml))/;

/** Selects the compression of a response with a complete head, if any. */
function selectCoding({ method, headers }: IncomingMessage, response: ServerResponse): Coding | undefined {
  const { statusCode } = response;
  const said = (name: string) => String(response.getHeader(name) ?? "");
  const empty = statusCode === 204 || statusCode === 304;
  if (
    empty ||
    statusCode === 206 ||
    said("Content-Encoding") ||
    !COMPRESSIBLE_TYPE.test(said("Content-Type"))
  )
    return;
  if (/no-transform/.test(said("Cache-Control"))) return;
  response.appendHeader("Vary", "Accept-Encoding");
  if (Number(said("Content-Length") || MIN_BYTES) < MIN_BYTES) return;
  // Requests with cookies that another site's page made are excluded: the length would reveal secrets in the content.
  if (headers.cookie && /^(cross|same)-site$/.test(String(headers["sec-fetch-site"]))) return;
  const coding = chooseCoding(headers["accept-encoding"]);
  if (coding) weakenEtag(response);
  return method === "HEAD" ? undefined : coding;
}

/** Removes headers that are true only of the uncompressed bytes. */
function weakenEtag(response: ServerResponse): void {
  response.removeHeader("Content-Length");
  response.removeHeader("Accept-Ranges");
  const tag = response.getHeader("ETag");
  if (tag && !String(tag).startsWith("W/")) response.setHeader("ETag", `W/${tag}`);
}

class CompressedResponse {
  readonly #response: ServerResponse;
  readonly #real: Methods;
  readonly #coding: Coding;
  #gathered: Buffer[] = [];
  #length = 0;
  #pause: NodeJS.Timeout | undefined;
  #stream: ReturnType<typeof createGzip> | ReturnType<typeof createBrotliCompress> | undefined;

  constructor(response: ServerResponse, real: Methods, coding: Coding) {
    this.#response = response;
    this.#real = real;
    this.#coding = coding;
    Object.assign(response, {
      writeHead: () => response,
      flushHeaders: () => {},
      write: (...body: Body) => this.#write(...body),
      end: (...body: Body) => this.#end(...body),
    });
    // For the writer, the head was sent.
    Object.defineProperty(response, "headersSent", { value: true, configurable: true });
    response.once("close", () => this.#leave());
  }

  #write(chunk: Body[0], ...more: unknown[]): boolean {
    const done = more.find((part) => typeof part === "function");
    if (done) queueMicrotask(done as () => void);
    this.#gather(chunk, more[0]);
    clearTimeout(this.#pause);
    if (this.#length > MAX_SINGLE_CHUNK_BYTES) this.#pass();
    else this.#pause = setTimeout(() => this.#pass().flush(), FLUSH_DELAY_MS);
    return !this.#stream?.writableNeedDrain;
  }

  #end(...body: Body): ServerResponse {
    const [chunk, encoding] = body;
    const done = body.find((part) => typeof part === "function");
    if (done) this.#response.once("finish", done as () => void);
    if (chunk && chunk !== done) this.#gather(chunk, encoding);
    this.#close();
    if (this.#stream) this.#pass().end();
    else void this.#endWhole(Buffer.concat(this.#gathered));
    return this.#response;
  }

  #gather(chunk: Body[0], encoding: unknown): void {
    const text = typeof chunk === "string";
    const bytes = text ? Buffer.from(chunk, encoding as BufferEncoding) : Buffer.from(chunk as Uint8Array);
    this.#gathered.push(bytes);
    this.#length += bytes.length;
  }

  #pass() {
    this.#stream ??= this.#open();
    this.#stream.write(Buffer.concat(this.#gathered));
    this.#gathered = [];
    this.#length = 0;
    return this.#stream;
  }

  #open() {
    const [response, { write, end }] = [this.#response, this.#real];
    this.#announce(this.#coding);
    const stream = this.#coding === "br" ? createBrotliCompress(BROTLI) : createGzip();
    stream.on("data", (part: Buffer) => write.call(response, part, "utf8") || stream.pause());
    stream.on("end", () => end.call(response, undefined, "utf8"));
    stream.on("drain", () => response.emit("drain"));
    response.on("drain", () => stream.resume());
    return stream;
  }

  /** Nothing was sent yet, so the length can be declared. */
  async #endWhole(body: Buffer): Promise<void> {
    const short = body.length < MIN_BYTES;
    const packed = short
      ? body
      : await (this.#coding === "br" ? brotli(body, chooseBrotli(body)) : gzip(body));
    if (this.#response.destroyed) return;
    this.#announce(short ? undefined : this.#coding);
    this.#response.setHeader("Content-Length", packed.length);
    this.#real.end.call(this.#response, packed, "utf8");
  }

  /** Sends the head together with the next bytes. */
  #announce(coding: Coding | undefined): void {
    Reflect.deleteProperty(this.#response, "headersSent");
    this.#response.writeHead = this.#real.writeHead;
    if (coding) this.#response.setHeader("Content-Encoding", coding);
  }

  /** The client has everything, or is gone. */
  #leave(): void {
    this.#close();
    this.#gathered = [];
    this.#stream?.destroy();
  }

  #close(): void {
    clearTimeout(this.#pause);
    Object.assign(this.#response, { write: () => false, end: () => this.#response });
  }
}

type Body = [chunk?: string | Uint8Array | null | (() => void), ...more: unknown[]];

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipOf);

const brotliOptions = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 19,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
});

/** The last quality that costs hardly more than the first: docs/decisions/compression.md. */
const BROTLI = brotliOptions(8);
/** Data up to this size repeats too little for that quality to find more. */
const MAX_SMALL_BYTES = 64 * 1_024;
const SMALL_BROTLI = brotliOptions(6);
const chooseBrotli = ({ length }: Buffer) => (length > MAX_SMALL_BYTES ? BROTLI : SMALL_BROTLI);
