import type { RestoreTest } from "./backups.ts";
import type { Life } from "./live-through-kills.ts";
import type { LossyConnections } from "./lossy-connections.ts";
import type { Verdict } from "./verdict.ts";

/** The events of a run, until all was settled. */
export interface Volume extends Omit<Life, "people"> {
  /** The number of kills that it was to have. */
  kills: number;
  /** The answers to claims that were lost. */
  lost: LossyConnections["lost"];
  /** The states of all advances. */
  advances: string[];
  /** Of plan types: decided on by portals, and ended by a delivery. */
  pauses: { paused: number; tried: number };
  restores: RestoreTest[];
}

/** The limits that a run has to make felt. */
export const DENIALS = ["day", "purchase", "network", "rate"] as const;

/** Fewer kills aren't expected to cause every kind of event. */
const MIN_KILLS = 50;

/** Judges that the run had every kind of event that it needs to prove something. */
export function judgeVolume(volume: Volume): Verdict {
  const { kills, answers } = volume;
  const broken = kills < MIN_KILLS ? [] : listMissing(volume);
  return { name: "enough was tried", checked: answers.length, broken };
}

function listMissing({
  answers,
  calls,
  lost,
  batches,
  advances,
  pauses,
  restores,
  killed: { portals, databases, promotions },
}: Volume): string[] {
  const kinds = ["successful", "pending"] as const;
  return [
    ...kinds
      .filter((kind) => !answers.some(({ told }) => told === kind))
      .map((kind) => `nobody was told ${kind}`),
    ...(answers.some(({ altered }) => altered) ? [] : ["nobody asked for another purchase under a used ref"]),
    ...(lost.cut > 0 && lost.silent > 0 ? [] : ["not both ways to lose a claim came up"]),
    ...DENIALS.filter((reason) => reason !== "rate" && !calls.some((call) => call.reason === reason)).map(
      (reason) => `nobody was denied by the limit of the ${reason}`,
    ),
    ...(batches > 2 ? [] : ["hardly a batch was started"]),
    ...["closed", "repaid", "waived"]
      .filter((end) => !advances.includes(end))
      .map((end) => `no advance ended ${end}`),
    ...(pauses.paused > 0 ? [] : ["no plan type was paused"]),
    ...(restores.length > 2 ? [] : ["hardly a backup was taken meanwhile"]),
    ...(promotions.some(({ isDoubtful }) => isDoubtful) && promotions.some(({ isDoubtful }) => !isDoubtful)
      ? []
      : ["not both kinds of takeover came up"]),
    ...(promotions.every(({ queued, overdue }) => queued > 0 && overdue > 0)
      ? []
      : ["nothing was queued at a takeover"]),
    ...(portals > 0 && databases > 0 ? [] : ["not both portals and databases were killed"]),
  ];
}
