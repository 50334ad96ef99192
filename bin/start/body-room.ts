/** A body that is held: of whom, and how much of it has arrived. */
export interface Held {
  caller: string;
  bytes: number;
  /** Ends it for the others' sake. Not there once it has arrived whole: what is answered already is not taken back. */
  giveUp?: (() => void) | undefined;
}

export interface Room {
  /**
   * Counts bytes that arrived. Where there is no more room, the caller who holds most gives up the oldest body that has not
   * arrived whole: honest ones are on their way for a moment, so that whoever sends many slowly makes room for all others.
   * @returns whether there is room for them: if not, the body has left already.
   */
  take(body: Held, bytes: number): boolean;
  /** The body is held no more. */
  leave(body: Held): void;
}

/** Bounds what bodies hold together, in bytes. */
export function bodyRoom(most: number): Room {
  const callers = new Map<string, { bytes: number; bodies: Set<Held> }>();
  let held = 0;

  function leave(body: Held): void {
    const caller = callers.get(body.caller);
    if (!caller?.bodies.delete(body)) return;
    caller.bytes -= body.bytes;
    held -= body.bytes;
    if (caller.bodies.size === 0) callers.delete(body.caller);
  }

  function oldestOfGreediest(): Held | undefined {
    let found: { bytes: number; body: Held } | undefined;
    for (const { bytes, bodies } of callers.values()) {
      if (found && bytes <= found.bytes) continue;
      const body = bodies.values().find(({ giveUp }) => giveUp);
      if (body) found = { bytes, body };
    }
    return found?.body;
  }

  return {
    take(body, bytes) {
      const caller = callers.get(body.caller) ?? { bytes: 0, bodies: new Set() };
      callers.set(body.caller, caller);
      caller.bodies.add(body);
      body.bytes += bytes;
      caller.bytes += bytes;
      held += bytes;
      while (held > most) {
        const first = oldestOfGreediest() ?? body;
        leave(first);
        if (first === body) return false;
        first.giveUp?.();
      }
      return true;
    },
    leave,
  };
}
