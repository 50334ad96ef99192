import { AccentStyle } from "#app/s/_shop/accent-style";
import { useField } from "#app/ui/form/form";

const HUE_OPTIONS = [
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
export function HueField({ hue }: { hue: number }) {
  const wanted = Number(useField("hue").typed ?? hue);
  const near = HUE_OPTIONS.reduce(
    (best, option) => (hueDistance(option.hue, wanted) < hueDistance(best.hue, wanted) ? option : best),
    HUE_OPTIONS[0],
  );
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">Colour</legend>
      <div className="flex flex-wrap gap-2">
        {HUE_OPTIONS.map((option) => (
          <AccentStyle key={option.hue} hue={option.hue}>
            <label
              title={option.name}
              className="relative grid size-11 place-items-center rounded-full bg-accent text-on-accent ring-offset-2 ring-offset-ground has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-4"
            >
              <span className="sr-only">{option.name}</span>
              <input
                type="radio"
                name="hue"
                value={option.hue}
                defaultChecked={option === near}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none"
              />
            </label>
          </AccentStyle>
        ))}
      </div>
    </fieldset>
  );
}

function hueDistance(a: number, b: number): number {
  const apart = Math.abs(a - b);
  return Math.min(apart, 360 - apart);
}
