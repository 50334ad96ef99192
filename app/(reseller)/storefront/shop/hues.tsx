import { Accent } from "../../../s/_shop/accent.tsx";
import { useField } from "../../../ui/form.tsx";

const HUES = [
  { hue: 268, name: "Indigo" },
  { hue: 235, name: "Blue" },
  { hue: 195, name: "Teal" },
  { hue: 155, name: "Green" },
  { hue: 110, name: "Olive" },
  { hue: 65, name: "Amber" },
  { hue: 35, name: "Orange" },
  { hue: 15, name: "Red" },
  { hue: 350, name: "Pink" },
  { hue: 310, name: "Violet" },
] as const;

/** The shop's colour, one of ten that read well on light and dark. */
export function Hues({ hue }: { hue: number }) {
  const wanted = Number(useField("hue").typed ?? hue);
  const near = HUES.reduce(
    (best, one) => (away(one.hue, wanted) < away(best.hue, wanted) ? one : best),
    HUES[0],
  );
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">Colour</legend>
      <div className="flex flex-wrap gap-2">
        {HUES.map((one) => (
          <Accent key={one.hue} hue={one.hue}>
            <label
              title={one.name}
              className="relative grid size-11 place-items-center rounded-full bg-accent text-on-accent ring-offset-2 ring-offset-ground has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-4"
            >
              <span className="sr-only">{one.name}</span>
              <input
                type="radio"
                name="hue"
                value={one.hue}
                defaultChecked={one === near}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none"
              />
            </label>
          </Accent>
        ))}
      </div>
    </fieldset>
  );
}

function away(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Math.min(apart, 360 - apart);
}
