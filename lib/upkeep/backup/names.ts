/** Where backups are kept. A name is there with all of its file, or not at all. */
export interface Store {
  put(name: string, file: AsyncIterable<Buffer>): Promise<void>;
  get(name: string): Promise<AsyncIterable<Buffer>>;
  /** The names of backups, oldest first. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** "kiosk-2026-11-22T03-26-14Z.backup": by name is by time. */
const NAME = /^kiosk-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;
export const isBackup = (name: string): boolean => NAME.test(name);
export const nameAt = (at: Date): string =>
  `kiosk-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
