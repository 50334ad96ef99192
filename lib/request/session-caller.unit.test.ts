import { expect, test } from "vitest";
import type { Person } from "#lib/core/context";
import { findSessionCaller, rememberSessionCaller } from "./session-caller.ts";

const reseller = { kind: "reseller", id: 7 } as Person;
const helper = { kind: "helper", id: 8, resellerId: 7 } as Person;

test("counts sessions for their reseller and account, once a page has found them", () => {
  expect(findSessionCaller("next-auth.session-token=one")).toBeUndefined();
  rememberSessionCaller("one", reseller);
  rememberSessionCaller("two", helper);
  expect(findSessionCaller("device=x; next-auth.session-token=one")).toEqual(["7", "7"]);
  expect(findSessionCaller("__Host-next-auth.session-token=two; device=x")).toEqual(["7", "8"]);
});

test("counts invented and ended sessions for their network", () => {
  rememberSessionCaller("ended", reseller);
  rememberSessionCaller("ended", undefined);
  for (const header of [
    undefined,
    "",
    "next-auth.session-token=ended",
    "next-auth.session-token=invented",
    "xnext-auth.session-token=one",
  ])
    expect(findSessionCaller(header), String(header)).toBeUndefined();
});

test("remembers a bounded number of sessions, the newest", () => {
  for (let n = 0; n < 20_001; n++) rememberSessionCaller(`s${n}`, reseller);
  expect(findSessionCaller("next-auth.session-token=s0")).toBeUndefined();
  expect(findSessionCaller("next-auth.session-token=s20000")).toEqual(["7", "7"]);
});
