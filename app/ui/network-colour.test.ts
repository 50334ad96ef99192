import { describe, expect, it } from "vitest";
import { colourOf, hueOf } from "./network-tile.tsx";
import { contrast } from "./testing/contrast.ts";

describe("network colours", () => {
  it("are the same for the same name, however it is written", () => {
    expect(hueOf(" MTN ")).toBe(hueOf("mtn"));
  });

  it("differ between names", () => {
    expect(new Set(["MTN", "Airtel", "Glo", "9mobile"].map(hueOf)).size).toBe(4);
  });

  it("let white text be read on every hue", () => {
    const names = Array.from({ length: 2000 }, (_, at) => `network ${at}`);
    expect(new Set(names.map(hueOf)).size).toBeGreaterThan(300);
    for (const name of names) expect(contrast("#ffffff", colourOf(name)), name).toBeGreaterThan(4.5);
  });
});
