import type { Stretch } from "./moves.ts";
import { bit, placeOf, possible, type State } from "./state.ts";

/**
 * Makes one state of all that stand at the same place: it allows whatever one of them allows, and more. So nothing
 * is decided from it that one of them contradicts, and what only their details decide stays open.
 */
export function pool(states: Iterable<State>, stretch: Stretch): State[] {
  const places = new Map<string, State[]>();
  for (const state of states) {
    const place = placeOf(state);
    const there = places.get(place);
    if (there) there.push(state);
    else places.set(place, [state]);
  }
  return [...places.values()].map((there) =>
    there.length === 1 && there[0] ? there[0] : pooled(there, stretch),
  );
}

function pooled(states: readonly State[], stretch: Stretch): State {
  const [first] = states;
  if (!first) throw new Error("nothing to pool");
  let [sure, some] = [first.used, 0n];
  let { time } = first;
  for (const { used, maybe, time: at } of states) {
    sure &= used;
    some |= used | maybe;
    time = Math.min(time, at);
  }
  const opens = new Map(stretch.opens.map((open) => [open.send.id, open]));
  const closed = new Map<number, number>();
  for (const id of new Set(states.flatMap((state) => [...state.closed.keys()]))) {
    const open = opens.get(id);
    let bits = 0;
    for (const state of states) {
      const known = state.closed.get(id);
      bits |= known ?? (open ? possible(state, stretch, open) : 0);
      // Its moves are forgotten where it is closed, so elsewhere they may or may not have been.
      if (known === undefined && open) {
        const moves = (open.charge === undefined ? 0n : bit(open.charge)) | bit(open.refund);
        sure &= ~moves;
        some |= moves;
      }
    }
    closed.set(id, bits & 3);
  }
  return {
    ...first,
    time,
    used: sure,
    maybe: some & ~sure,
    closed,
    beyond: states.every(({ beyond }) => beyond),
  };
}
