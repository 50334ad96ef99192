import { describe, expect, it } from "vitest";
import { getNetworkColours } from "./network-tile.tsx";
import { getContrast } from "./testing/contrast.ts";

const NAMES = ["MTN", "Airtel", "Glo", "9mobile"];

describe("network colours", () => {
  it("are those that people know, however the name is written", () => {
    expect(getNetworkColours(" MTN Nigeria ")).toEqual(getNetworkColours("mtn"));
    expect(getNetworkColours("Etisalat")).toEqual(getNetworkColours("9mobile"));
  });

  it("differ between networks, and from the neutral one of an unknown network", () => {
    const all = [...NAMES, "Smile"].map((name) => getNetworkColours(name).background);
    expect(new Set(all).size).toBe(5);
    expect(getNetworkColours("Smile")).toEqual(getNetworkColours("Ntel"));
  });

  it("let the initial be read", () => {
    for (const name of [...NAMES, "Smile"]) {
      const { background, color } = getNetworkColours(name);
      expect(getContrast(color, background), name).toBeGreaterThan(4.5);
    }
  });
});
