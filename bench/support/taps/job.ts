import type { Browser } from "playwright/test";
import type { BenchSystem } from "../bench-system.ts";
import type { JobFigures } from "../slow-phone.ts";

export interface Job {
  name: string;
  goal?: { taps?: number; seconds: number };
  run(): Promise<JobFigures>;
}

export interface Jobs extends AsyncDisposable {
  list: readonly Job[];
}

export interface JobPlace {
  system: BenchSystem;
  browser: Browser;
  url: string;
}

/** Makes what its jobs need: people, purchases, windows. */
export type OpenJobs = (place: JobPlace) => Promise<Jobs>;
