import { validateHeaderValue } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FilterQuery, PurchaseBody, TransactionQuery } from "./requests.ts";
import { buildWarningHeader, describeUnknownNames } from "./unknown-names.ts";

const filters = Object.keys(FilterQuery.shape);
const fields = Object.keys(PurchaseBody.shape);

test.each([
  [
    ["networ"],
    Object.keys(TransactionQuery.shape),
    'unknown query parameter "networ": did you mean "network"?',
  ],
  [["mobile-network"], filters, 'unknown query parameter "mobile-network": did you mean "mobile_network"?'],
  [["Min_Price"], filters, 'unknown query parameter "Min_Price": did you mean "min_price"?'],
  [["plan_type"], filters, 'unknown query parameter "plan_type": did you mean "data_plan_type"?'],
  [["colour", "min_price"], filters, 'unknown query parameter "colour"'],
  [["a", "b", "b"], [], 'unknown query parameter "a"; unknown query parameter "b"'],
])("names %j and what may be meant", (names, knownNames, header) => {
  expect(buildWarningHeader(describeUnknownNames("query parameter", names, knownNames))).toEqual({
    "X-Warning": header,
  });
});

test.each([
  ["mobile_numbr", "mobile_number"],
  ["number", "mobile_number"],
  ["plan_id", "plan"],
  ["networkId", "network"],
])("suggests the field for %s", (name, suggestion) => {
  expect(describeUnknownNames("body field", [name], fields)).toEqual([
    `unknown body field "${name}": did you mean "${suggestion}"?`,
  ]);
});

test("is silent about known names", () => {
  expect(buildWarningHeader(describeUnknownNames("body field", fields, fields))).toEqual({});
});

test("names five and counts the others", () => {
  const names = Array.from({ length: 8 }, (_, n) => `x${n}`);
  const described = describeUnknownNames("body field", names, fields);
  expect([described.length, described.at(-1)]).toEqual([6, "and 3 more"]);
});

test("fits into a header, whatever the names hold", () => {
  const name = fc.string({ unit: "binary", maxLength: 60 });
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 8 }), (names) => {
      const { "X-Warning": header = "" } = buildWarningHeader(
        describeUnknownNames("query parameter", names, filters),
      );
      validateHeaderValue("X-Warning", header);
      expect(header).toMatch(/^[\x20-\x7e]{1,1003}$/);
    }),
    { examples: [[["a\r\nSet-Cookie: b=c"]], [['"; \\']], [["__proto__", "é😀\ud800"]]] },
  );
});
