/** Stores backups. A name exists with its whole file, or not at all. */
export interface BackupStore {
  put(name: string, file: AsyncIterable<Buffer>): Promise<void>;
  get(name: string): Promise<AsyncIterable<Buffer>>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** "kiosk-2026-11-22T03-26-14Z.backup": the order by name is the order by time. */
const BACKUP_NAME_PATTERN = /^kiosk-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;
export const isBackupName = (name: string): boolean => BACKUP_NAME_PATTERN.test(name);
export const formatBackupName = (at: Date): string =>
  `kiosk-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
