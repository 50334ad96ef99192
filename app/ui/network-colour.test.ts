import { describe, expect, it } from "vitest";
import { getNetworkColour, getNetworkHue } from "./network-tile.tsx";
import { getContrast } from "./testing/contrast.ts";

describe("network colours", () => {
  it("are the same for the same name, however it is written", () => {
    expect(getNetworkHue(" MTN ")).toBe(getNetworkHue("mtn"));
  });

  it("differ between names", () => {
    expect(new Set(["MTN", "Airtel", "Glo", "9mobile"].map(getNetworkHue)).size).toBe(4);
  });

  it("let white text be read on every hue", () => {
    const names = Array.from({ length: 2000 }, (_, at) => `network ${at}`);
    expect(new Set(names.map(getNetworkHue)).size).toBeGreaterThan(300);
    for (const name of names)
      expect(getContrast("#ffffff", getNetworkColour(name)), name).toBeGreaterThan(4.5);
  });
});
