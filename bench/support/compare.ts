/** What several samples of one thing come to. */
export interface Figure {
  median: number;
  min: number;
  max: number;
}

/** One line of a benchmark's table. */
export interface Row {
  what: string;
  /** Of `measured` and `against`: "a second", "ms", "kB". */
  unit: string;
  measured: Figure;
  against?: Figure;
  /** Round by round what is measured by what it is held against, so that drift of the machine's speed cancels out. */
  ratio?: Figure;
  /** What is asked, in words: "ratio ≥ 0.7". */
  asked?: string;
  /** Whether it is reached; absent where nothing is asked. */
  reached?: boolean;
}

export function figure(samples: number[]): Figure {
  if (samples.length === 0) throw new Error("A figure needs a sample.");
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] as number;
  return { median: at(0.5), min: at(0), max: at(1) };
}

export interface Rounds {
  /** Counted rounds. */
  rounds?: number;
  /** Rounds that come first and are not counted. */
  warmup?: number;
}

/**
 * Lets each of `sides` run once a round, every other round in reverse order, and gathers each one's samples. A side
 * throws at the first wrong answer: a figure with an error in it is none.
 */
export async function interleave<Name extends string>(
  sides: Record<Name, () => Promise<number>>,
  { rounds = 7, warmup = 2 }: Rounds = {},
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmup; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const sample = await sides[name]();
      if (round >= 0) samples[name].push(sample);
    }
  }
  return samples;
}

/** A row that holds what is measured against something else, sample by sample; more has to be better. */
export function against(
  row: Pick<Row, "what" | "unit">,
  measured: number[],
  other: number[],
  atLeast?: number,
): Row {
  const ratio = figure(measured.map((sample, round) => sample / (other[round] ?? Number.NaN)));
  return {
    ...row,
    measured: figure(measured),
    against: figure(other),
    ratio,
    ...(atLeast !== undefined && { asked: `ratio ≥ ${atLeast}`, reached: ratio.median >= atLeast }),
  };
}

/** A row that is held against a bound of its own unit; less has to be better. */
export function atMost(row: Pick<Row, "what" | "unit">, samples: number[], bound?: number): Row {
  const measured = figure(samples);
  return {
    ...row,
    measured,
    ...(bound !== undefined && { asked: `≤ ${bound} ${row.unit}`, reached: measured.median <= bound }),
  };
}

/** A row that is held against a bound of its own unit; more has to be better. */
export function atLeast(row: Pick<Row, "what" | "unit">, samples: number[], bound: number): Row {
  const measured = figure(samples);
  return { ...row, measured, asked: `≥ ${bound} ${row.unit}`, reached: measured.median >= bound };
}

/** Prints the rows as a table and, in one line, as JSON. Returns the exit code: 1 when something asked is not reached. */
export function report(name: string, rows: Row[]): number {
  const table = [
    ["", name, "measured", "against", "ratio", "asked"],
    ...rows.map((row) => [
      row.reached === undefined ? "" : row.reached ? "ok" : "MISSED",
      row.what,
      `${spread(row.measured)} ${row.unit}`,
      row.against ? `${spread(row.against)} ${row.unit}` : "",
      row.ratio ? spread(row.ratio) : "",
      row.asked ?? "",
    ]),
  ];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  console.log(JSON.stringify({ bench: name, rows }));
  return rows.some((row) => row.reached === false) ? 1 : 0;
}

const spread = ({ median, min, max }: Figure) => `${short(median)} (${short(min)}–${short(max)})`;

const short = (value: number) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
