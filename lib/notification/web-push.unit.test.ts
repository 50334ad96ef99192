import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { createPushKeys, encryptPush, isPushKey } from "./web-push.ts";

const DEVICE_KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

test("encrypts the example of RFC 8291, appendix A", () => {
  const keys = createECDH("prime256v1");
  keys.setPrivateKey("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url");
  const salt = Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url");
  const to = { publicKey: DEVICE_KEY, authSecret: "BTBZMqHH6r4Tts7J_aSIgg" };
  expect(
    encryptPush("When I grow up, I want to be a watermelon", to, { keys, salt }).toString("base64url"),
  ).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("knows a key of the curve from other bytes", () => {
  expect(isPushKey(DEVICE_KEY)).toBe(true);
  expect(isPushKey(createPushKeys().publicKey)).toBe(true);
  expect(isPushKey(Buffer.alloc(65, 4).toString("base64url"))).toBe(false);
});
