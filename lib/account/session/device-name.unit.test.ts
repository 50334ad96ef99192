import { expect, test } from "vitest";
import { formatDeviceName } from "./device-name.ts";

const ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-A057F) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${ANDROID} Chrome/130.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`${ANDROID} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`, "Samsung Internet on Android"],
  [`${ANDROID} Chrome/130.0.0.0 Mobile Safari/537.36 OPR/85.0`, "Opera on Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari on iPhone or iPad",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
    "Edge on Windows",
  ],
  ["curl/8.5.0", "Unknown device"],
  [null, "Unknown device"],
])("%s is %s", (agent, name) => {
  expect(formatDeviceName(agent)).toBe(name);
});
