import { expect, test } from "vitest";
import { isPlainName } from "./plain-name.ts";

test.each([
  "Femi Mobile",
  "St. Mary’s Data",
  "Ọlá & Sons, 24/7",
  "9mobile Hub 2026",
  "A.B.C. Data",
  "بيانات عائشة",
])("takes %s as a name", (name) => expect(isPlainName(name)).toBe(true));

test.each([
  "GTBank ALERT: acct blocked, verify http://x.example",
  "Your account：blocked",
  "Verify at gtb-secure.com",
  "Verify at gtb-secure．com",
  "Go to w\u200bww.x",
  "bit.ly/abc",
  "//x",
  "help@gtb",
  "Call 0803 123 4567",
  "Acct 0123456789",
  "Code 1-2-3-4-5",
])("rejects %s", (name) => expect(isPlainName(name)).toBe(false));
