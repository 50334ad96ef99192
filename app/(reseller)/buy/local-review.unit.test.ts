import { expect, test } from "vitest";
import { getPhoneRule } from "#lib/core/text/phone";
import { readPhone } from "#lib/core/text/phone-rule";
import { completeDetails, TypedDetails } from "#lib/purchase/place/offer";
import {
  buildLocalReview,
  buildSameReview,
  findLikelyNetwork,
  type LocalSelection,
  type ReviewFacts,
} from "./local-review.ts";
import type { NetworkOption } from "./options.ts";

const plan = {
  id: "7",
  size: "1 GB",
  type: "SME",
  validity: "30 Days",
  period: "Monthly",
  price: "₦638",
  minor: "63800",
  isCheapest: true,
  isAlike: false,
  sellingPrice: "700.00",
  quote: "₦700",
  gain: "+₦62",
};
const mtn: NetworkOption = {
  id: "1",
  name: "MTN",
  prefixes: ["+234803"],
  periods: ["Monthly"],
  plans: [plan],
};
const airtel: NetworkOption = { id: "2", name: "Airtel", prefixes: ["+234802"], periods: [], plans: [] };
const phoneRule = getPhoneRule("NG");
const number = readPhone(phoneRule, "08031234567");
const recipient = {
  phone: "0803 123 4567",
  name: "Ada",
  networkId: null,
  last: null,
  plans: [],
  repeated: [],
  today: null,
};
const facts: ReviewFacts = {
  phoneRule,
  wallet: "100000",
  walletText: "₦1,000",
  details: completeDetails(),
  money: { locale: "en-NG", currency: "NGN", places: 2 },
  asksPin: true,
  messageOffer: null,
  isSchedulable: true,
  open: true,
};
const selection: LocalSelection = {
  network: mtn,
  plan,
  number,
  recipient: undefined,
  otherNetwork: null,
};

test("reviews a purchase without a request, with the price that is sent when it's confirmed", () => {
  expect(buildLocalReview(selection, facts)).toMatchObject({
    phone: "0803 123 4567",
    plan: "1 GB SME, 30 Days",
    customerName: null,
    priceMinor: "63800",
    walletAfter: "₦362",
    asksPin: true,
    isSchedulable: true,
    again: false,
    obstacle: null,
    details: { sellingPrice: "700.00", message: "" },
  });
  expect(buildLocalReview({ ...selection, recipient }, facts)).toMatchObject({ customerName: "Ada" });
});

test("leaves the review to the server when anything but the plain case is possible", () => {
  expect(buildLocalReview(selection, { ...facts, wallet: "63799" })).toBeUndefined();
  expect(buildLocalReview(selection, { ...facts, open: false })).toBeUndefined();
  expect(buildLocalReview({ ...selection, number: undefined }, facts)).toBeUndefined();
  const repeated = { ...selection, recipient: { ...recipient, repeated: [7] } };
  expect(buildLocalReview(repeated, facts)).toBeUndefined();
  const another = { ...selection, recipient: { ...recipient, repeated: [8] } };
  expect(buildLocalReview(another, facts)).toBeDefined();
});

test("takes the network of a number from its history before its first digits", () => {
  const networks = [airtel, mtn];
  expect(findLikelyNetwork(networks, number?.e164, undefined)).toBe(mtn);
  expect(findLikelyNetwork(networks, "+234803", undefined)).toBe(mtn);
  expect(findLikelyNetwork(networks, "+23480", undefined)).toBeUndefined();
  expect(findLikelyNetwork(networks, number?.e164, { ...recipient, networkId: 2 })).toBe(airtel);
  expect(findLikelyNetwork(networks, number?.e164, recipient)).toBe(mtn);
  expect(findLikelyNetwork(networks, undefined, recipient)).toBeUndefined();
});

test("offers the plan of the customer before only where nothing but the number is new", () => {
  const open = { ...facts, asksPin: false };
  expect(buildSameReview(selection, open)).toMatchObject({ phone: "0803 123 4567", price: "₦638" });
  const today = { size: "1 GB", clock: "09:00", state: "delivered" as const };
  const unfitSelections: [LocalSelection, ReviewFacts][] = [
    [selection, { ...open, asksPin: true }],
    [{ ...selection, number: undefined }, open],
    [{ ...selection, otherNetwork: "Airtel" }, open],
    [{ ...selection, recipient: { ...recipient, today } }, open],
    [{ ...selection, recipient: { ...recipient, plans: [8] } }, open],
    [{ ...selection, plan: { ...plan, sellingPrice: "600.00" } }, open],
  ];
  for (const [what, reason] of unfitSelections) expect(buildSameReview(what, reason)).toBeUndefined();
});

test("keeps the typed details of a query and a form, and nothing else", () => {
  expect(completeDetails(TypedDetails.parse({ sellingPrice: " 1,2", plan: "7" }))).toEqual({
    sellingPrice: "1,2",
    message: "",
  });
  expect(TypedDetails.parse({ plan: "7", sellingPrice: ["1", "2"] }).sellingPrice).toBeUndefined();
  expect(completeDetails(TypedDetails.parse({}))).toEqual({ sellingPrice: "", message: "" });
});
