import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { NetworkTile } from "./network-tile.tsx";

export interface RadioTile {
  value: string;
  label: string;
  /** A second, quieter line. */
  detail?: ReactNode;
  /** At the end of the tile: a price. */
  end?: ReactNode;
  /** A network's name: shows its tile. */
  network?: string;
  disabled?: boolean;
}

interface Props {
  legend: string;
  legendHidden?: boolean;
  name: string;
  tiles: readonly RadioTile[];
  defaultValue?: string | undefined;
  /** For a client component that steers it; leave out for a plain form. */
  value?: string | undefined;
  onChoose?: (value: string) => void;
  /** How many stand side by side on a phone. */
  columns?: 1 | 2;
  required?: boolean;
  error?: string | undefined;
}

/** One choice out of few, each a tile for a thumb; native radios underneath, so arrows work. */
export function RadioTiles({ legend, legendHidden, name, tiles, columns = 2, error, ...rest }: Props) {
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={legendHidden ? "sr-only" : "mb-2 font-medium text-sm"}>{legend}</legend>
      <div
        className={cx(
          "grid gap-2",
          columns === 2 ? "grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]" : "grid-cols-1",
        )}
      >
        {tiles.map((tile) => (
          <Tile key={tile.value} tile={tile} name={name} {...rest} />
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="mt-2 flex gap-1.5 text-bad text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

type TileProps = Pick<Props, "name" | "defaultValue" | "value" | "onChoose" | "required"> & {
  tile: RadioTile;
};

function Tile({ tile, name, defaultValue, value, onChoose, required }: TileProps) {
  const steered = onChoose
    ? { checked: value === tile.value, onChange: () => onChoose(tile.value) }
    : { defaultChecked: defaultValue === tile.value };
  return (
    <label
      className={cx(
        "relative flex min-h-14 items-center gap-3 rounded-md border border-line bg-surface px-3 py-2",
        "transition-colors duration-100 hover:border-edge",
        "has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent",
        "has-disabled:cursor-not-allowed has-disabled:opacity-55",
        "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
      )}
    >
      <input
        type="radio"
        name={name}
        value={tile.value}
        disabled={tile.disabled}
        required={required}
        className="absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-md outline-none"
        {...steered}
      />
      {tile.network && <NetworkTile name={tile.network} />}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold leading-tight">{tile.label}</span>
        {tile.detail && <span className="text-muted text-sm">{tile.detail}</span>}
      </span>
      {tile.end && <span className="font-semibold">{tile.end}</span>}
    </label>
  );
}
