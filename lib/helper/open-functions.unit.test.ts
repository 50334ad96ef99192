import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";
import {
  type Actor,
  type Ctx,
  hasPermission,
  requireAdmin,
  requireBuyer,
  requireReader,
  requireReseller,
  requireSystem,
  requireUser,
} from "#lib/core/context";
import { ALL_HELPER_PERMISSIONS } from "#lib/core/helper-permission";

/** Every place that opens something to helpers, by what opens it. Everything else is closed to them. */
const OPEN = {
  "lib/batch/batch-draft.ts": ["batches", "batches"],
  "lib/batch/batch-list.ts": ["batches"],
  "lib/batch/batch-row-list.ts": ["batches"],
  "lib/batch/batch-view.ts": ["batches"],
  "lib/batch/batch.ts": ["cancel"],
  "lib/batch/check-batch-rows.ts": ["batches"],
  "lib/batch/likely-network.ts": ["batches"],
  "lib/batch/own-batch.ts": ["batches"],
  "lib/batch/retry-batch.ts": ["batches"],
  "lib/catalogue/list-plans.ts": ["sell"],
  "lib/catalogue/plan-matcher.ts": ["batches"],
  "lib/credit-book/credit-account.ts": ["customers", "customers"],
  "lib/credit-book/credit-lists.ts": ["customers", "customers", "customers", "customers"],
  "lib/credit-book/credit-sale.ts": [
    "customers",
    "customers",
    "customers",
    "customers",
    "customers",
    "customers",
  ],
  "lib/credit-book/record-payment.ts": ["customers", "customers", "customers", "customers"],
  "lib/customer/customer-import.ts": [
    "customers",
    "customers",
    "customers",
    "customers",
    "customers",
    "customers",
    "customers",
  ],
  "lib/customer/customer-list.ts": ["customers"],
  "lib/customer/customer-view.ts": ["customers"],
  "lib/customer/customer.ts": ["customers", "customers"],
  "lib/customer/find-customers.ts": ["customers", "customers"],
  "lib/helper/own-helper.ts": ["sell", "sell"],
  "lib/helper/till-report.ts": ["sell"],
  "lib/issue/delivery-issue-view.ts": ["sell"],
  "lib/issue/open-delivery-issue.ts": ["sell", "sell"],
  "lib/ledger/wallet.ts": ["cost"],
  "lib/message/shop-messages.ts": ["sell"],
  "lib/home/page-frame.ts": ["sell"],
  "lib/home/reseller-buy.ts": ["sell"],
  "lib/outage/list-paused-types.ts": ["sell"],
  "lib/price-list/read-price-list.ts": ["sell"],
  "lib/purchase/place/buy-with-pin.ts": ["sell"],
  "lib/purchase/place/place-batch-purchases.ts": ["batches"],
  "lib/purchase/place/place-purchase.ts": ["sell", "sell", "sell", "sell"],
  "lib/purchase/place/purchase-form.ts": ["sell"],
  "lib/purchase/place/review-purchase.ts": ["sell"],
  "lib/purchase/place/suggest-network.ts": ["sell"],
  "lib/purchase/read/get-purchase.ts": ["sell", "sell"],
  "lib/purchase/read/own-purchase-list.ts": ["sell", "sell"],
  "lib/purchase/read/watch-purchases.ts": ["sell"],
  "lib/sales/profit.ts": ["profit", "profit", "profit"],
  "lib/purchase/queue/queue.ts": ["batches"],
  "lib/purchase/settle/cancel-purchase.ts": ["cancel"],
  "lib/regular/buying-habits.ts": ["customers"],
  "lib/regular/create-renewal-batch.ts": ["customers"],
  "lib/regular/due-list.ts": ["customers", "customers", "customers", "customers"],
  "lib/regular/renew-purchase.ts": ["customers", "customers", "customers"],

  "lib/shop/order/list-orders.ts": ["refund", "refund"],
  "lib/shop/order/refund-order.ts": ["refund"],
  "lib/shop/seller.ts": ["sell"],
  "lib/spreadsheet/read-isolated.ts": ["sell"],
  "lib/spreadsheet/read-lists.ts": ["sell", "sell"],
};

/** Files about a person's own sign-in, which is a helper's own too. */
const OWN = [
  "lib/account/own-account.ts",
  "lib/account/password/confirm-password.ts",
  "lib/account/pin/require-pin.ts",
  "lib/account/session/end-sessions.ts",
  "lib/account/session/list-sessions.ts",
  "lib/audit/require-confirmation.ts",
  "lib/reseller/access-review.ts",
];

const files = globSync("lib/**/*.ts", { cwd: ROOT })
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file) && file !== "lib/core/context.ts")
  .toSorted();
const read = (file: string) => readFileSync(`${ROOT}/${file}`, "utf8");

test("opens to helpers only the functions listed here", () => {
  const open = files.flatMap((file) => {
    const uses = [...read(file).matchAll(/require(?:Reseller|Buyer)\(\w+, ([^()]+)\)/g)];
    return uses.length > 0 ? [[file, uses.map(([, access = ""]) => access.replaceAll('"', ""))]] : [];
  });
  expect(Object.fromEntries(open)).toEqual(OPEN);
  const ownSignIn = files.filter((file) =>
    /requireSelf\(|actor\.kind === "helper"\) return ctx\.actor/.test(read(file)),
  );
  expect(ownSignIn).toEqual(OWN);
});

test("denies a helper with every permission what isn't opened, as if it didn't exist", () => {
  const actor: Actor = {
    ...{ kind: "helper", id: 2, resellerId: 1, email: "bisi@kiosk.test", level: "affiliate", sessionId: 3 },
    permissions: ALL_HELPER_PERMISSIONS,
  };
  const ctx = { actor } as Ctx;
  for (const require of [
    requireReseller,
    requireBuyer,
    requireUser,
    requireReader,
    requireAdmin,
    requireSystem,
  ])
    expect(() => require(ctx), require.name).toThrow(expect.objectContaining({ code: "not_found" }));
  expect(hasPermission(ctx, "see")).toBe(false);
  expect(requireReseller(ctx, "sell")).toMatchObject({ id: 1, helperId: 2 });
  const none = { ...ctx, actor: { ...actor, permissions: [] } };
  for (const permission of ALL_HELPER_PERMISSIONS)
    expect(() => requireReseller(none, permission)).toThrow(expect.objectContaining({ code: "not_found" }));
});
