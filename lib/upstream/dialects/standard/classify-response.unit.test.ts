import { describe, expect, it } from "vitest";
import type { PurchaseResponse } from "#lib/upstream/purchase-response";
import { classifyResponse } from "./classify-response.ts";

const request = { networkId: 2, cost: 38_000n };

const success = {
  id: 9001,
  network: 2,
  ident: "DT77",
  amount: "380.00",
  api_response: "Delivered to 0803",
  description: "1GB for 0803",
  plan_network: "N/A",
  Status: "successful",
  balance_before: "1,500.00",
  balance_after: "1,120.00",
  create_date: "20/11/2026 02:05 PM",
};

const read = (status: number, body: unknown, retryAfter?: string): PurchaseResponse =>
  classifyResponse(status, { retryAfter }, typeof body === "string" ? body : JSON.stringify(body), request);

const errors = (key: string, ...messages: string[]) => ({
  message: "The given data was invalid.",
  errors: { [key]: messages },
});

describe("a success", () => {
  it("is successful with its transaction in minor units", () => {
    expect(read(200, { data: success })).toStrictEqual({
      result: "successful",
      note: "200 successful Delivered to 0803",
      httpStatus: 200,
      raw: JSON.stringify({ data: success }),
      transaction: {
        upstreamId: "9001",
        ident: "DT77",
        amount: 38_000n,
        balanceBefore: 150_000n,
        balanceAfter: 112_000n,
        message: "Delivered to 0803",
      },
    });
  });

  it.each([
    ["a flat transaction", success],
    ["a null envelope", { ...success, data: null }],
    ["an upper-case status", { data: { ...success, Status: "SUCCESSFUL" } }],
    ["a lower-case field", { data: { ...success, Status: undefined, status: "Success" } }],
    ["both fields saying the same", { data: { ...success, status: "success" } }],
    ["an envelope's boolean status", { ...success, status: true }],
    ["a null network", { data: { ...success, network: null } }],
    ["no network", { data: { ...success, network: undefined } }],
    ["a network as text", { data: { ...success, network: "2" } }],
    ["a number as amount", { data: { ...success, amount: 380 } }],
    ["unexpected fields", { data: { ...success, role: "admin", __proto__: { Status: "failed" } } }],
  ])("is recognised with %s", (_, body) => {
    const response = read(200, body);
    expect(response.result).toBe("successful");
    expect(response.discrepancy).toBeUndefined();
  });

  it("hides N/A", () => {
    expect(read(200, { data: { ...success, api_response: "N/A" } }).transaction?.message).toBeNull();
  });

  it.each([
    ["amount", { amount: "400.00" }, "charged 400.00 instead of 380.00"],
    ["missing amount", { amount: null }, "the amount is missing"],
    ["balances", { balance_after: "1,400.00" }, "the balance fell by 100.00, not by 380.00"],
    ["unreadable balance", { balance_before: "1e9" }, "a balance is unreadable"],
    ["balance beyond all money", { balance_after: "9,999,999,999,999,999.00" }, "a balance is unreadable"],
  ])("with an unexpected %s is delivered, with a discrepancy", (_, odd, discrepancy) => {
    expect(read(200, { data: { ...success, ...odd } })).toMatchObject({ result: "successful", discrepancy });
  });
});

describe("a failure", () => {
  const failed = {
    ...success,
    Status: "failed",
    balance_after: "1,500.00",
    api_response: "Number is barred",
  };

  it.each([
    ["enveloped", { data: failed }],
    ["flat", failed],
    ["in another case", { data: { ...failed, Status: "Failed" } }],
    ["with a message beside it", { message: "Transaction failed", data: failed }],
  ])("is failed when %s", (_, body) => {
    expect(read(422, body)).toMatchObject({
      result: "failed",
      transaction: { message: "Number is barred" },
    });
  });
});

describe("a contradictory response", () => {
  it.each([
    ["another network", 200, { network: 3 }, "network 3 instead of 2"],
    ["a network that is not a number", 200, { network: "MTN" }, "the network is unreadable"],
    ["a negative amount", 200, { amount: "-380.00" }, "a negative amount: -380.00"],
    ["a huge amount", 200, { amount: "99,999.00" }, "an absurd amount: 99999.00 instead of 380.00"],
    ["an amount beyond all money", 200, { amount: "99999999999999999999.00" }, "the amount is unreadable"],
    ["an amount that is none", 200, { amount: "NaN" }, "the amount is unreadable"],
    ["an amount of another type", 200, { amount: {} }, "the amount is unreadable"],
    ["no status", 200, { Status: undefined }, "the transaction has no status"],
    ["a status of another type", 200, { Status: ["successful"] }, "the transaction has no status"],
    ["an unknown status", 200, { Status: "reversed" }, "the transaction has an unknown status"],
    ["two statuses", 200, { status: "failed" }, "the transaction has two statuses"],
    ["a failure that calls itself fine", 200, { Status: "failed" }, "HTTP 200 with a failed transaction"],
    ["a success among errors", 422, {}, "HTTP 422 with a successful transaction"],
    ["a success without permission", 401, {}, "HTTP 401 with a successful transaction"],
    ["a success beyond the limit", 429, {}, "HTTP 429 with a successful transaction"],
    ["a failure of the server", 500, { Status: "failed" }, "HTTP 500 with a failed transaction"],
    ["another network's failure", 422, { Status: "failed", network: 1 }, "network 1 instead of 2"],
  ])("is unconfirmed: %s", (_, status, lie, discrepancy) => {
    const response = read(status, { data: { ...success, ...lie } });
    expect(response).toMatchObject({ result: "unconfirmed", discrepancy });
  });
});

describe("pending", () => {
  it.each([200, 202, 422])("is unconfirmed with HTTP %i, and keeps the upstream's id", (status) => {
    const response = read(status, { data: { ...success, Status: "pending" } });
    expect(response).toMatchObject({ result: "unconfirmed", transaction: { upstreamId: "9001" } });
    expect(response.discrepancy).toBeUndefined();
  });
});

describe("a rejection of the operator", () => {
  it.each([
    ["balance", "amount", "Insufficient wallet balance!"],
    ["balance", "status", "Insufficient wallet balance!"],
    ["balance", "wallet", "insufficient balance"],
    ["service", "status", "Service unavailable!."],
    ["service", "status", "Data service is currently unavailable."],
    [
      "kyc",
      "status",
      "Your account has been restricted for transaction, Please submit your KYC to activate your account or contact support!.",
    ],
    ["daily_limit", "status", "Sorry, your daily data spending limit exceeded! Limit: ₦50,000.00"],
    [
      "negative_wallet",
      "status",
      "Your account has been temporarily restricted due to a negative wallet balance.",
    ],
  ])("is rejected (%s) under %s: %s", (rejection, key, message) => {
    expect(read(422, errors(key, message))).toMatchObject({ result: "rejected", rejection });
  });

  it("is recognised without an errors object, and with one string in it", () => {
    const message = "Insufficient wallet balance!";
    expect(read(422, { message })).toMatchObject({ result: "rejected", rejection: "balance" });
    expect(read(422, { errors: { amount: message } })).toMatchObject({ result: "rejected" });
    expect(read(422, { errors: [message] })).toMatchObject({ result: "rejected" });
  });

  it.each([
    ["unauthorized", 401, { message: "Unauthenticated." }],
    ["unauthorized", 401, { status: false, message: "Invalid API token" }],
    ["unauthorized", 401, { error: "Unauthorized", message: "Token is missing or expired." }],
    [
      "not_whitelisted",
      403,
      { status: false, message: "Your IP (10.0.0.1) is not whitelisted for this API token." },
    ],
    ["not_whitelisted", 403, { status: false, message: "This origin is not white-listed (10.0.0.1)." }],
  ])("is rejected (%s) with HTTP %i and the body that the interface tells of", (rejection, status, body) => {
    expect(read(status, body)).toMatchObject({ result: "rejected", rejection });
  });

  it.each([
    ["unauthorized", 401, "<html>401 Authorization Required</html>"],
    ["unauthorized", 401, ""],
    ["unauthorized", 401, {}],
    ["unauthorized", 401, { message: "Your transaction is being processed." }],
    ["unauthorized", 401, { data: success }],
    ["not_whitelisted", 403, "<html>403 Forbidden</html>"],
    ["not_whitelisted", 403, { message: "Forbidden" }],
    ["not_whitelisted", 403, { message: "Your IP is not whitelisted." }],
    ["not_whitelisted", 403, { status: true, message: "Your IP is not whitelisted." }],
    [
      "not_whitelisted",
      403,
      { status: false, message: "Transaction processed; your IP is not whitelisted." },
    ],
  ])(
    "is unconfirmed with any other body, which a proxy may have sent (%s, HTTP %i)",
    (rejection, status, body) => {
      expect(read(status, body)).toMatchObject({ result: "unconfirmed", rejection });
    },
  );
});

describe("a validation error", () => {
  it.each([
    "The plan field is required.",
    "The selected plan is invalid.",
    "The mobile number field is required.",
    "The mobile_number field is required.",
    "The network field is required.",
    "The selected network is invalid",
    "The mobile number must be 11 digits.",
    "the selected data plan id is invalid.",
  ])("is invalid: %s", (message) => {
    expect(read(422, errors("plan", message)).result).toBe("invalid");
  });
});

describe("a 422 with another message", () => {
  it.each([
    "Your transaction is being processed, please check your history for its status.",
    "Transaction failed: the recipient is not eligible for this plan.",
    "The recipient has exceeded the daily limit.",
    "The ref has already been taken.",
    "Service unavailable for this number, transaction is being processed",
    "Insufficient wallet balance! Your transaction is being processed.",
    "Your transaction is pending. Submit your KYC to see it.",
    "",
  ])("is unconfirmed: %s", (message) => {
    expect(read(422, errors("status", message)).result).toBe("unconfirmed");
  });

  it("is unconfirmed when one of several messages is unknown", () => {
    expect(read(422, errors("plan", "The selected plan is invalid.", "Please wait.")).result).toBe(
      "unconfirmed",
    );
  });

  it.each([
    ["nothing", ""],
    ["no messages", { message: "The given data was invalid.", errors: {} }],
    ["the generic message", { message: "The given data was invalid." }],
    ["errors of other types", { errors: { plan: [{ text: "The selected plan is invalid." }] } }],
    ["errors nested deeper", { errors: { plan: [["The selected plan is invalid."]] } }],
    ["a prototype key", '{"__proto__":{"errors":{"plan":["The selected plan is invalid."]}}}'],
  ])("is unconfirmed with %s", (_, body) => {
    expect(read(422, body).result).toBe("unconfirmed");
  });
});

describe("too many requests", () => {
  it("is throttled for the requested time", () => {
    expect(read(429, { message: "Too Many Attempts." }, "7")).toMatchObject({
      result: "throttled",
      retryAfterMs: 7000,
    });
    const untold = read(429, { message: "Too many requests, please slow down." });
    expect([untold.result, untold.retryAfterMs]).toEqual(["throttled", undefined]);
  });

  it.each(["<html>429</html>", "", {}, { message: "Duplicate transaction." }])(
    "is unconfirmed without a clear status: %j",
    (body) => {
      expect(read(429, body, "7")).toMatchObject({ result: "unconfirmed", retryAfterMs: 7000 });
    },
  );
});

describe("anything else", () => {
  it.each([
    ["an error of the server", 500, { success: false, message: "Something went wrong.", error: "SQLSTATE" }],
    ["a gateway's page", 502, "<html>502 Bad Gateway</html>"],
    ["a redirect", 307, ""],
    ["not found", 404, "<html>404</html>"],
    ["a duplicate", 409, { message: "Duplicate transaction." }],
    ["a page", 200, "<html>We will be back soon</html>"],
    ["nothing", 200, ""],
    ["half of a body", 200, '{"data":{"Status":"successful"'],
    ["a list", 200, [success]],
    ["a word", 200, "successful"],
    ["an enveloped list", 200, { data: [success] }],
    ["an empty envelope", 200, { data: {} }],
    ["a bare status", 200, { status: "success", message: "ok" }],
    ["a validation error under 200", 200, errors("plan", "The selected plan is invalid.")],
    ["a prototype key", 200, '{"__proto__":{"Status":"successful"},"constructor":{"Status":"successful"}}'],
  ])("is unconfirmed: %s", (_, status, body) => {
    expect(read(status, body).result).toBe("unconfirmed");
  });

  it("is unconfirmed for another 2xx, though it calls itself successful", () => {
    expect(read(201, { data: success }).result).toBe("unconfirmed");
  });

  it("is unconfirmed when nested beyond all depth", () => {
    const deep = `{"data":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
    expect(read(200, deep).result).toBe("unconfirmed");
    expect(read(200, `{"data":{"Status":"successful","amount":${deep}}}`).result).toBe("unconfirmed");
  });
});

describe("foreign text", () => {
  it("is cut to one line without direction marks", () => {
    const message = `a\u0000b\n\u202ec ${"x".repeat(500)}`;
    const { transaction, note } = read(200, { data: { ...success, api_response: message } });
    expect(transaction?.message).toMatch(/^a b c x+…$/);
    expect(transaction?.message).toHaveLength(300);
    expect(note).toHaveLength(300);
  });

  it("is kept raw up to 4,000 characters, without NUL", () => {
    const { raw } = read(500, `\u0000${"y".repeat(9000)}`);
    expect(raw).toHaveLength(4000);
    expect(raw).not.toContain("\u0000");
  });
});
