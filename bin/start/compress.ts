import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip as gzipOf } from "node:zlib";
import { acceptedCoding, type Coding } from "./accept-encoding.ts";

/** What is shorter, in bytes, would hardly come sooner. */
const LEAST = 1_024;
/** As much as this, in bytes, is compressed as one, unless the writer pauses in it. */
const WHOLE = 256 * 1_024;
/** When the writer has said nothing for this long, in ms, what there is goes out: the rest may take its time. */
const PAUSE_MS = 20;

type Methods = Pick<ServerResponse, "writeHead" | "flushHeaders" | "write" | "end">;

/**
 * Compresses what will be written to `response`, as its reader accepts it: once per answer, and let out where the writer
 * pauses, not at each of its small writes. Pictures, streams of events, parts of files, what is short or compressed
 * already go out as they are. See docs/decisions/compression.md.
 */
export function compress(request: IncomingMessage, response: ServerResponse): void {
  const { writeHead, flushHeaders, write, end } = response;
  const real: Methods = { writeHead, flushHeaders, write, end };
  /** Before the first word, when the head is known. */
  const begin = () => {
    Object.assign(response, real);
    const coding = codingOf(request, response);
    if (coding) new Compressed(response, real, coding);
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

const TEXT = /^(text\/(?!event-stream)|application\/(json|javascript|xml)|image\/svg\+xml|[^;]+\+(json|xml))/;

/** How the answer is compressed whose head is there, if at all. */
function codingOf({ method, headers }: IncomingMessage, response: ServerResponse): Coding | undefined {
  const { statusCode } = response;
  const said = (name: string) => String(response.getHeader(name) ?? "");
  const empty = statusCode === 204 || statusCode === 304;
  if (empty || statusCode === 206 || said("Content-Encoding") || !TEXT.test(said("Content-Type"))) return;
  if (/no-transform/.test(said("Cache-Control"))) return;
  response.appendHeader("Vary", "Accept-Encoding");
  if (Number(said("Content-Length") || LEAST) < LEAST) return;
  // What a page of another site makes a browser ask for with its cookies is not: its length would tell of what is in it.
  if (headers.cookie && /^(cross|same)-site$/.test(String(headers["sec-fetch-site"]))) return;
  const coding = acceptedCoding(headers["accept-encoding"]);
  if (coding) toWeak(response);
  return method === "HEAD" ? undefined : coding;
}

/** Takes out of the head what is true only of the bytes before they are compressed. */
function toWeak(response: ServerResponse): void {
  response.removeHeader("Content-Length");
  response.removeHeader("Accept-Ranges");
  const tag = response.getHeader("ETag");
  if (tag && !String(tag).startsWith("W/")) response.setHeader("ETag", `W/${tag}`);
}

/** An answer that is compressed. */
class Compressed {
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
    // For the writer, its head is gone.
    Object.defineProperty(response, "headersSent", { value: true, configurable: true });
    response.once("close", () => this.#leave());
  }

  #write(chunk: Body[0], ...more: unknown[]): boolean {
    const done = more.find((one) => typeof one === "function");
    if (done) queueMicrotask(done as () => void);
    this.#gather(chunk, more[0]);
    clearTimeout(this.#pause);
    if (this.#length > WHOLE) this.#pass();
    else this.#pause = setTimeout(() => this.#pass().flush(), PAUSE_MS);
    return !this.#stream?.writableNeedDrain;
  }

  #end(...body: Body): ServerResponse {
    const [chunk, encoding] = body;
    const done = body.find((one) => typeof one === "function");
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

  /** Gives what was gathered to the compressor. */
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

  /** Nothing went out yet, so that the length can be said. */
  async #endWhole(body: Buffer): Promise<void> {
    const short = body.length < LEAST;
    const packed = short ? body : await (this.#coding === "br" ? brotli(body, brotliFor(body)) : gzip(body));
    if (this.#response.destroyed) return;
    this.#announce(short ? undefined : this.#coding);
    this.#response.setHeader("Content-Length", packed.length);
    this.#real.end.call(this.#response, packed, "utf8");
  }

  /** Lets the head go with the bytes that come next. */
  #announce(coding: Coding | undefined): void {
    Reflect.deleteProperty(this.#response, "headersSent");
    this.#response.writeHead = this.#real.writeHead;
    if (coding) this.#response.setHeader("Content-Encoding", coding);
  }

  /** The reader has everything, or is gone. */
  #leave(): void {
    this.#close();
    this.#gathered = [];
    this.#stream?.destroy();
  }

  /** Takes nothing more. */
  #close(): void {
    clearTimeout(this.#pause);
    Object.assign(this.#response, { write: () => false, end: () => this.#response });
  }
}

type Body = [chunk?: string | Uint8Array | null | (() => void), ...more: unknown[]];

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipOf);

const brotliOf = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 19,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
});

/** Of the qualities the last one that costs hardly more than the first: docs/decisions/compression.md. */
const BROTLI = brotliOf(8);
/** What is no longer than this, in bytes, repeats too little for that to find more. */
const LITTLE = 64 * 1_024;
const BROTLI_OF_LITTLE = brotliOf(6);
const brotliFor = ({ length }: Buffer) => (length > LITTLE ? BROTLI : BROTLI_OF_LITTLE);
