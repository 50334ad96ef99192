import { chromium } from "playwright/test";
import { browserPath } from "#e2e/browser";
import { openBenchSystem } from "./support/bench-system.ts";
import { printTable, type Row, summarise } from "./support/compare.ts";
import { readNumbers } from "./support/read-numbers.ts";
import type { JobFigures } from "./support/slow-phone.ts";
import { openAdminJobs } from "./support/taps/admin-jobs.ts";
import { openBuyJobs } from "./support/taps/buy-jobs.ts";
import type { Job, OpenJobs } from "./support/taps/job.ts";
import { openPayJobs } from "./support/taps/pay-jobs.ts";

const OPENERS: readonly OpenJobs[] = [openBuyJobs, openPayJobs, openAdminJobs];

/**
 * `npm run bench -- taps [NAME …] [--rounds N]`: does a job as a person does it, in a real browser on a slow line and
 * processor, and counts taps, keys and seconds from the first tap to the result. Each job is done once before, so that
 * scripts are in the browser's cache. Returns 1 when a job takes more than its goal.
 */
export async function run(args: string[]): Promise<number> {
  const at = args.findIndex((arg) => arg.startsWith("--"));
  const names = at < 0 ? args : args.slice(0, at);
  const { rounds } = readNumbers(at < 0 ? [] : args.slice(at), { rounds: 5 });
  await using system = await openBenchSystem();
  const { url } = await system.start();
  await using browser = await chromium.launch({
    executablePath: await browserPath(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const rows: Row[] = [];
  for (const open of OPENERS) {
    await using jobs = await open({ system, browser, url });
    for (const job of jobs.list.filter(({ name }) => names.length === 0 || names.includes(name)))
      rows.push(await measureJob(job, rounds));
  }
  return printTable("taps", rows);
}

async function measureJob({ name, goal, run: runJob }: Job, rounds: number): Promise<Row> {
  const samples: JobFigures[] = [];
  for (let round = -1; round < rounds; round++) {
    const sample = await runJob();
    if (round >= 0) samples.push(sample);
  }
  const most = (of: (sample: JobFigures) => number) => Math.max(...samples.map(of));
  const [taps, keys] = [most((sample) => sample.taps), most((sample) => sample.keys)];
  const measured = summarise(samples.map(({ seconds }) => seconds));
  return {
    what: `${name}: ${taps} taps, ${keys} keys`,
    unit: "s",
    measured,
    ...(goal && {
      target: `${goal.taps === undefined ? "" : `≤ ${goal.taps} taps, `}< ${goal.seconds} s`,
      reached: measured.median < goal.seconds && taps <= (goal.taps ?? taps),
    }),
  };
}
