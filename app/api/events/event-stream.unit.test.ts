import { describe, expect, test, vi } from "vitest";
import type { PurchaseChange } from "#lib/purchase/read/watch-purchases";
import { createEventStream, reserveStream } from "./event-stream.ts";

function line() {
  const leaving = new AbortController();
  const [stop, onEnd] = [vi.fn(), vi.fn()];
  let tell: (change: PurchaseChange) => void = () => {};
  let signedIn = true;
  const stream = createEventStream({
    subscribe: async (handler) => {
      tell = handler;
      return stop;
    },
    stillSignedIn: async () => signedIn,
    left: leaving.signal,
    onEnd,
  });
  const reader = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  return {
    stop,
    onEnd,
    reader,
    leave: () => leaving.abort(),
    signOut: () => {
      signedIn = false;
    },
    tell: (change: PurchaseChange) => tell(change),
  };
}

describe("the stream of events", () => {
  test("says each change as one event", async () => {
    const { reader, tell, leave } = line();
    expect((await reader.read()).value).toContain("retry: 3000");
    tell({ ident: "DT1", state: "successful" });
    expect((await reader.read()).value).toBe('data: {"ident":"DT1","state":"successful"}\n\n');
    leave();
  });

  test("leaves nothing behind when the reader goes away", async () => {
    const { reader, leave, stop, onEnd, tell } = line();
    await reader.read();
    leave();
    expect((await reader.read()).done).toBe(true);
    expect(stop).toHaveBeenCalledOnce();
    expect(onEnd).toHaveBeenCalledOnce();
    tell({ ident: "DT1", state: "failed" });
  });

  test("beats while its session is open, and ends at the next beat after that", async () => {
    vi.useFakeTimers();
    try {
      const { reader, signOut, stop } = line();
      await reader.read();
      await vi.advanceTimersByTimeAsync(20_000);
      expect((await reader.read()).value).toBe(": beat\n\n");
      signOut();
      await vi.advanceTimersByTimeAsync(20_000);
      expect((await reader.read()).done).toBe(true);
      expect(stop).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});

test("a session has ten seats, and one that is left can be taken again", () => {
  const seats = Array.from({ length: 10 }, () => reserveStream({ id: 1, sessionId: 1 }));
  expect(seats.every(Boolean)).toBe(true);
  expect(reserveStream({ id: 1, sessionId: 1 })).toBeUndefined();
  expect(reserveStream({ id: 1, sessionId: 2 })).toBeDefined();
  seats[0]?.();
  expect(reserveStream({ id: 1, sessionId: 1 })).toBeDefined();
});

test("an account has thirty seats in all its sessions, and its neighbour has their own", () => {
  const seats = Array.from({ length: 30 }, (_, n) => reserveStream({ id: 7, sessionId: 70 + n }));
  expect(seats.every(Boolean)).toBe(true);
  expect(reserveStream({ id: 7, sessionId: 100 })).toBeUndefined();
  expect(reserveStream({ id: 8, sessionId: 101 })).toBeDefined();
  seats[0]?.();
  expect(reserveStream({ id: 7, sessionId: 100 })).toBeDefined();
});
