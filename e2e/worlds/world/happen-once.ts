import type { Happening } from "./queue.ts";
import type { World } from "./world.ts";

/** Has something happen once, in no order with anything else. */
export function happenOnce(world: World, at: number, run: Happening["run"]): void {
  const queue = world.addQueue();
  queue.add(at, () => {
    world.queues.delete(queue);
    return run();
  });
}
