/** How many windows of one session may listen at once, in one process. */
const SEATS = 10;

const taken = new Map<number, number>();

/** A seat for one more listening window of a session. @returns how to leave it; undefined when none is free. */
export function takeSeat(sessionId: number): (() => void) | undefined {
  const before = taken.get(sessionId) ?? 0;
  if (before >= SEATS) return undefined;
  taken.set(sessionId, before + 1);
  return () => {
    const left = (taken.get(sessionId) ?? 1) - 1;
    if (left > 0) taken.set(sessionId, left);
    else taken.delete(sessionId);
  };
}
