export interface Figure {
  median: number;
  min: number;
  max: number;
}

export interface Row {
  what: string;
  /** Of `measured` and `against`: "a second", "ms", "kB". */
  unit: string;
  measured: Figure;
  against?: Figure;
  /** The ratio of the measured and the compared figure per round, so that drift of the machine's speed cancels out. */
  ratio?: Figure;
  /** The target in words: "ratio ≥ 0.7". */
  target?: string;
  /** Whether it is reached; absent without a target. */
  reached?: boolean;
}

export function summarise(samples: number[]): Figure {
  if (samples.length === 0) throw new Error("A figure needs a sample.");
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] as number;
  return { median: at(0.5), min: at(0), max: at(1) };
}

export interface RoundOptions {
  rounds?: number;
  warmup?: number;
}

/**
 * Runs each of `sides` once a round, every other round in reverse order, and collects each one's samples. A side throws
 * at the first wrong response: a figure with an error in it isn't valid.
 */
export async function runInterleaved<Name extends string>(
  sides: Record<Name, () => Promise<number>>,
  { rounds = 7, warmup = 2 }: RoundOptions = {},
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

/** Creates a row that compares measured samples with others, one by one; more is better. */
export function compareRow(
  row: Pick<Row, "what" | "unit">,
  measured: number[],
  against: number[],
  minRatio?: number,
): Row {
  const ratio = divide(measured, against);
  return {
    ...row,
    measured: summarise(measured),
    against: summarise(against),
    ratio,
    ...(minRatio !== undefined && { target: `ratio ≥ ${minRatio}`, reached: ratio.median >= minRatio }),
  };
}

/** No work can cost much less than a part of it: the other side did something else as well. */
const BROKEN_BASELINE_RATIO = 1.2;

/** Creates a row that compares costs, such as processor time, with those of a part of the same work; less is better. */
export function compareCostRow(
  row: Pick<Row, "what" | "unit">,
  measured: number[],
  against: number[],
  minRatio: number,
): Row {
  const ratio = divide(against, measured);
  const isBroken = ratio.median > BROKEN_BASELINE_RATIO;
  return {
    ...row,
    measured: summarise(measured),
    against: summarise(against),
    ratio,
    target: `ratio ≥ ${minRatio}${isBroken ? ", baseline is broken" : ""}`,
    reached: ratio.median >= minRatio && !isBroken,
  };
}

const divide = (samples: number[], divisors: number[]) =>
  summarise(samples.map((sample, round) => sample / (divisors[round] ?? Number.NaN)));

export function maxRow(row: Pick<Row, "what" | "unit">, samples: number[], bound?: number): Row {
  const measured = summarise(samples);
  return {
    ...row,
    measured,
    ...(bound !== undefined && { target: `≤ ${bound} ${row.unit}`, reached: measured.median <= bound }),
  };
}

export function minRow(row: Pick<Row, "what" | "unit">, samples: number[], bound: number): Row {
  const measured = summarise(samples);
  return { ...row, measured, target: `≥ ${bound} ${row.unit}`, reached: measured.median >= bound };
}

/** Prints the rows as a table and, in one line, as JSON. Returns the exit code: 1 when a target is not reached. */
export function printTable(name: string, rows: Row[]): number {
  const table = [
    ["", name, "measured", "against", "ratio", "target"],
    ...rows.map((row) => [
      row.reached === undefined ? "" : row.reached ? "ok" : "MISSED",
      row.what,
      `${formatFigure(row.measured)} ${row.unit}`,
      row.against ? `${formatFigure(row.against)} ${row.unit}` : "",
      row.ratio ? formatFigure(row.ratio) : "",
      row.target ?? "",
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

const formatFigure = ({ median, min, max }: Figure) =>
  `${formatNumber(median)} (${formatNumber(min)}–${formatNumber(max)})`;

const formatNumber = (value: number) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
