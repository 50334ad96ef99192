import { existsSync, readFileSync, rmSync } from "node:fs";
import { PLACES, writeWhole } from "./machine.ts";

/**
 * A change of the version that has begun: kept until it has ended, so that the next run continues it after a
 * power cut.
 */
export interface Unfinished {
  /** The folders of the version to run and of the one that ran. */
  to: string;
  from: string;
  /** Whether the operator asked to return. */
  back: boolean;
}

export const readUnfinished = (): Unfinished | undefined =>
  existsSync(PLACES.unfinished) ? JSON.parse(readFileSync(PLACES.unfinished, "utf8")) : undefined;

export const keepUnfinished = (unfinished: Unfinished): void =>
  writeWhole(PLACES.unfinished, JSON.stringify(unfinished), 0o644);

export const forgetUnfinished = (): void => rmSync(PLACES.unfinished, { force: true });

/** Chooses the version to which the operator returns; undefined where there is none. */
export function chooseWayBack(unfinished: Unfinished | undefined, before?: string): string | undefined {
  if (!unfinished) return before;
  return unfinished.back ? unfinished.to : unfinished.from;
}

/**
 * Chooses the version that serves again when another fails: not one that an interrupted run left unwatched.
 */
export const chooseFallback = (unfinished: Unfinished | undefined, current: string): string =>
  unfinished?.to === current ? unfinished.from : current;
