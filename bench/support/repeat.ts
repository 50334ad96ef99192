import { setTimeout as pause } from "node:timers/promises";

/** Repeats `beside`, with a pause in ms, while `work` is done. @returns the result of `work` */
export async function repeatBeside<T>(
  beside: () => Promise<unknown>,
  pauseMs: number,
  work: () => Promise<T>,
): Promise<T> {
  let over = false;
  const repeating = (async () => {
    while (!over) {
      await beside();
      await pause(pauseMs);
    }
  })();
  try {
    return await work();
  } finally {
    over = true;
    await repeating;
  }
}

/** Lets clients do work again and again for some seconds. */
export async function repeatForSeconds(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<unknown>,
) {
  const from = performance.now();
  let done = 0;
  const repeat = async (client: number) => {
    while (performance.now() - from < seconds * 1000) {
      await work(client);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => repeat(client)));
  return { done, perSecond: (done * 1000) / (performance.now() - from) };
}
