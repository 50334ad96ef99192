type Linear = [red: number, green: number, blue: number];

/** The contrast of two "#rrggbb" or "oklch(l c h)" colours as WCAG 2 measures it, 1 to 21. */
export function getContrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [getLuminance(first), getLuminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function getLuminance(colour: string): number {
  const [red, green, blue] = colour.startsWith("#") ? fromHex(colour) : fromOklch(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function fromHex(colour: string): Linear {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** https://www.w3.org/TR/css-color-4/#color-conversion-code, cut to the sRGB gamut. */
function fromOklch(colour: string): Linear {
  const [lightness = 0, chroma = 0, hue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
