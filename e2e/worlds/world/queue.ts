/** Something that can happen next, once its time has come. */
export interface Happening {
  /** In ms since 1970. */
  at: number;
  run(): Promise<void> | void;
}

/** Happenings that keep their order among each other, such as the bytes of one direction of a connection. */
export class Queue {
  readonly items: Happening[] = [];

  add(at: number, run: Happening["run"]): void {
    this.items.push({ at: Math.max(at, this.items.at(-1)?.at ?? 0), run });
  }

  clear(): void {
    this.items.length = 0;
  }
}
