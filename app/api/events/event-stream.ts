import { log } from "#lib/core/log";

/** Often enough that proxies keep the line, and that a session which ended stops hearing soon. */
const HEARTBEAT_INTERVAL_MS = 20_000;

interface EventStreamOptions<T> {
  /** Begins to listen. @returns how to stop. */
  subscribe: (tell: (change: T) => void) => Promise<() => void>;
  stillSignedIn: () => Promise<boolean>;
  /** The reader went away. */
  left: AbortSignal;
  onEnd: () => void;
}

/** The changes as server-sent events, until the reader leaves or is signed out; nothing is left then. */
export function createEventStream<T>({
  subscribe,
  stillSignedIn,
  left,
  onEnd,
}: EventStreamOptions<T>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const ending = new AbortController();
  const end = () => ending.abort();
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      ending.signal.addEventListener("abort", onEnd, { once: true });
      const write = (text: string) => {
        if (!ending.signal.aborted) controller.enqueue(encoder.encode(text));
      };
      ending.signal.addEventListener("abort", () => closeStream(controller), { once: true });
      left.addEventListener("abort", end, { once: true });
      if (left.aborted) return end();
      const beat = setInterval(() => void sendHeartbeat(stillSignedIn, write, end), HEARTBEAT_INTERVAL_MS);
      ending.signal.addEventListener("abort", () => clearInterval(beat), { once: true });
      write("retry: 3000\n: listening\n\n");
      try {
        const stop = await subscribe((change) => write(`data: ${JSON.stringify(change)}\n\n`));
        if (ending.signal.aborted) stop();
        else ending.signal.addEventListener("abort", stop, { once: true });
      } catch (error) {
        log.warn("events.not_listening", { error });
        end();
      }
    },
    cancel: end,
  });
}

async function sendHeartbeat(
  stillSignedIn: () => Promise<boolean>,
  write: (text: string) => void,
  end: () => void,
): Promise<void> {
  // A database that is away says nothing about the session: the next beat asks again.
  if (await stillSignedIn().catch(() => true)) write(": beat\n\n");
  else end();
}

function closeStream(controller: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    controller.close();
  } catch {
    // The reader had closed it already.
  }
}

/** How many windows of one session may listen at once, in one process. */
const MAX_STREAMS_PER_SESSION = 10;

/** How many windows of all sessions of one account may listen at once, in one process. */
const MAX_STREAMS_PER_ACCOUNT = 30;

const streamCounts = new Map<string, number>();

/** A seat for one more window of a session. @returns how to leave it; undefined when none is free. */
export function reserveStream({
  id,
  sessionId,
}: {
  id: number;
  sessionId: number;
}): (() => void) | undefined {
  const limits = [
    [`session ${sessionId}`, MAX_STREAMS_PER_SESSION],
    [`account ${id}`, MAX_STREAMS_PER_ACCOUNT],
  ] as const;
  if (limits.some(([key, limit]) => (streamCounts.get(key) ?? 0) >= limit)) return undefined;
  for (const [key] of limits) streamCounts.set(key, (streamCounts.get(key) ?? 0) + 1);
  return () => {
    for (const [key] of limits) {
      const left = (streamCounts.get(key) ?? 1) - 1;
      if (left > 0) streamCounts.set(key, left);
      else streamCounts.delete(key);
    }
  };
}
