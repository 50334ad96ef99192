import { setTimeout as pause } from "node:timers/promises";

/**
 * Starts something as a supervisor would: when it fails, because its database is dead at that moment or the dead
 * one's last processes still hold its memory, a little later once more.
 */
export async function retryStart<T>(start: () => Promise<T>): Promise<T> {
  for (let tries = 40; ; tries--) {
    try {
      return await start();
    } catch (error) {
      if (tries === 0) throw error;
      await pause(100);
    }
  }
}
