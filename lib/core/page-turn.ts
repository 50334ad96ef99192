import { AsyncLocalStorage } from "node:async_hooks";

/** The turn of a page among those that are rendered at once. */
export interface PageTurn {
  /** Gives the turn to others. @returns the function that takes it back, without a wait. */
  lend(): () => void;
}

/** Global, since pages and their services are bundled apart from the server, which gives the turns. */
const sharedGlobal = globalThis as { portalPageTurn?: AsyncLocalStorage<PageTurn> };
sharedGlobal.portalPageTurn ??= new AsyncLocalStorage();
const pageTurns = sharedGlobal.portalPageTurn;

export const runInPageTurn = <T>(turn: PageTurn, work: () => T): T => pageTurns.run(turn, work);

/**
 * Waits for something outside the portal, or in a queue of its own, while other pages are rendered in this
 * one's turn. It is taken back without a wait, so that whatever the page holds, others can end.
 */
export async function waitWithoutTurn<T>(work: () => Promise<T>): Promise<T> {
  const takeBack = pageTurns.getStore()?.lend();
  try {
    return await work();
  } finally {
    takeBack?.();
  }
}
