import { DENIALS, type Volume } from "./judge-volume.ts";
import type { Promotion } from "./run-promotions.ts";
import type { Verdict } from "./verdict.ts";

/** The facts of a run that no verdict has. */
export interface RunSummary extends Volume {
  minutes: number;
  /** Purchases without an answer that the balance chain settled, and that it left. */
  doubtful: { proven: number; left: number };
  /** The command that makes the same choices. */
  command: string;
}

/** Prints the verdicts of a run, what happened in it, and the command to repeat it. */
export function printRun(verdicts: readonly Verdict[], summary: RunSummary): void {
  for (const { name, checked, broken } of verdicts) {
    console.log(
      `${broken.length === 0 ? "holds " : "BROKEN"}  ${name.padEnd(38)} ${String(checked).padStart(6)} checked`,
    );
    for (const line of broken.slice(0, 5)) console.log(`          ${line}`);
  }
  const purchases = verdicts.find(({ name }) => name === "the ledger is balanced")?.checked ?? 0;
  console.log(`\n${summarise(summary, purchases)}`);
  const failed = verdicts.filter(({ broken }) => broken.length > 0).length;
  console.log(`${verdicts.length - failed} passed, ${failed} failed`);
}

function summarise(
  { killed, lost, batches, minutes, doubtful, calls, pauses, backups, restores, command }: RunSummary,
  purchases: number,
): string {
  const denied = DENIALS.map(
    (reason) => `${calls.filter((call) => call.reason === reason).length} by the ${reason}`,
  );
  return [
    `${killed.portals} portals and ${killed.databases} databases killed, ${lost.cut + lost.silent} claims' answers lost, ${purchases} purchases in ${batches} batches and otherwise, in ${minutes.toFixed(1)} minutes. Of ${doubtful.proven + doubtful.left} without an answer the balance chain settled ${doubtful.proven}.`,
    ...killed.promotions.map(describePromotion),
    `Denied: ${denied.join(", ")}.`,
    `${pauses.paused} pauses of plan types, ${pauses.tried} ended by a delivery.`,
    `${backups.made} backups taken meanwhile, ${backups.failed} cut off by a kill; the newest ${restores.length} restored elsewhere: ${restores.map(({ rows }) => rows).join(", ")} rows.`,
    `The same choices again: ${command}`,
  ].join("\n");
}

const describePromotion = ({ isDoubtful, seconds, queued, overdue }: Promotion) =>
  `Another database took over with ${queued} queued, ${overdue} of them overdue; ${isDoubtful ? "sending stopped" : "it was confirmed"} after ${seconds.toFixed(1)} s.`;
