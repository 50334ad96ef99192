import { type HttpResponse, openHttpConnection } from "./http-connection.ts";

export interface LoadOptions {
  url: string;
  /** The number of concurrent callers, each on a connection of its own that is kept alive. */
  callers: number;
  ms: number;
  /** The bytes of the nth request. */
  request(n: number): Buffer;
  /** Finds the error of a response; undefined when it is right. Without it, the status must be 200. */
  wrong?(answer: HttpResponse): string | undefined;
}

export interface LoadResult {
  perSecond: number;
  /** Of the answers' times, in ms. */
  p50: number;
  p99: number;
}

/** Sends requests as fast as the callers get responses. @throws Error at the first wrong response. */
export async function runLoad({
  url,
  callers,
  ms,
  request,
  wrong = describeFailure,
}: LoadOptions): Promise<LoadResult> {
  const lines = await Promise.all(Array.from({ length: callers }, () => openHttpConnection(url)));
  const times: number[] = [];
  let sentCount = 0;
  const from = performance.now();
  try {
    await Promise.all(
      lines.map(async (line) => {
        for (let now = performance.now(); now < from + ms; now = performance.now()) {
          const answer = await line.ask(request(sentCount++));
          const failure = wrong(answer);
          if (failure)
            throw new Error(`${failure}\n${answer.head}\n\n${answer.body.toString("utf8", 0, 500)}`);
          times.push(performance.now() - now);
        }
      }),
    );
  } finally {
    for (const line of lines) line.close();
  }
  return { perSecond: (times.length / (performance.now() - from)) * 1000, ...percentiles(times) };
}

/** Asks several portals at once, each with its share of the callers; as `load` does. @returns answers of all, a second */
export async function runLoadOnAll(
  urls: readonly string[],
  { callers, ...options }: Omit<LoadOptions, "url">,
): Promise<number> {
  const share = Math.ceil(callers / urls.length);
  const all = await Promise.all(urls.map((url) => runLoad({ ...options, url, callers: share })));
  return all.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

export function percentiles(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

const describeFailure = ({ status }: HttpResponse) =>
  status === 200 ? undefined : `The answer was ${status}.`;
