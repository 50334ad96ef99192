import { expect, test } from "vitest";
import { describeFailingNetworks } from "./failing-networks.ts";

test("names the networks of which less than usual is delivered", () => {
  const build = (name: string, delivered: number, failed: number) => ({
    name,
    outcomes: [
      { delivered, failed: 0, open: 3 },
      { delivered: 0, failed, open: 0 },
    ],
  });
  expect(describeFailingNetworks([build("MTN", 5, 1), build("Glo", 99, 1), build("Airtel", 0, 0)])).toEqual([
    "MTN 83%",
  ]);
});
