import { type Answer, openLine } from "./line.ts";

export interface Load {
  url: string;
  /** How many callers ask at once, each on a connection of its own that is kept alive. */
  callers: number;
  /** For how long, in ms. */
  ms: number;
  /** The bytes of the nth request (see `bytesOf`). */
  request(n: number): Buffer;
  /** Why an answer is wrong; nothing when it is right. Without it, the status has to be 200. */
  wrong?(answer: Answer): string | undefined;
}

export interface Loaded {
  perSecond: number;
  /** Of the answers' times, in ms. */
  p50: number;
  p99: number;
}

/** Asks as fast as the callers are answered. @throws Error at the first wrong answer. */
export async function load({ url, callers, ms, request, wrong = notOk }: Load): Promise<Loaded> {
  const lines = await Promise.all(Array.from({ length: callers }, () => openLine(url)));
  const times: number[] = [];
  let asked = 0;
  const from = performance.now();
  try {
    await Promise.all(
      lines.map(async (line) => {
        for (let now = performance.now(); now < from + ms; now = performance.now()) {
          const answer = await line.ask(request(asked++));
          const why = wrong(answer);
          if (why) throw new Error(`${why}\n${answer.head}\n\n${answer.body.toString("utf8", 0, 500)}`);
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
export async function loadAll(
  urls: readonly string[],
  { callers, ...asked }: Omit<Load, "url">,
): Promise<number> {
  const share = Math.ceil(callers / urls.length);
  const all = await Promise.all(urls.map((url) => load({ ...asked, url, callers: share })));
  return all.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

/** The middle of some times, and what one in a hundred exceeds. */
export function percentiles(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

const notOk = ({ status }: Answer) => (status === 200 ? undefined : `The answer was ${status}.`);
