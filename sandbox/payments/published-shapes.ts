/**
 * Facts of Paystack's published OpenAPI file, of the operations that the portal uses: which fields it asks
 * for and which are always there, and their types. Written from github.com/PaystackOSS/openapi,
 * dist/paystack.yaml and the files that it is made of (version 1.0.0, commits 9678dea and 1ae7fef), which say
 * nothing of a licence: no text is taken from them. Monnify and Flutterwave's version 4 publish none
 * (`docs/decisions/payments.md`).
 */

/** A type, with `?` where null is allowed; fields of an object; or a list of such. */
export type JsonShape =
  | "string"
  | "integer"
  | "boolean"
  | "object"
  | "any"
  | `${JsonPrimitive}?`
  | JsonFields
  | [JsonShape];
type JsonPrimitive = "string" | "integer" | "boolean" | "object";
export type JsonFields = { [name: string]: JsonShape };

export interface ProviderOperation {
  /** Of a request's body: required and optional fields. */
  asks?: { required: JsonFields; optional: JsonFields };
  /** Of the `data` of a response: the fields that are always present. */
  data?: JsonShape;
}

const CUSTOMER_FIELDS: JsonFields = {
  id: "integer",
  first_name: "string?",
  last_name: "string?",
  email: "string",
  customer_code: "string",
  phone: "string?",
  metadata: "any",
  risk_action: "string",
  international_format_phone: "string?",
};

const TRANSACTION_SHAPE: JsonFields = {
  id: "integer",
  domain: "string",
  status: "string",
  reference: "string",
  receipt_number: "string?",
  amount: "integer",
  message: "string?",
  gateway_response: "string",
  paid_at: "string?",
  created_at: "string",
  channel: "string",
  currency: "string",
  ip_address: "string?",
  metadata: "any",
  log: "object?",
  fees: "integer?",
  fees_split: "any",
  authorization: "object",
  customer: CUSTOMER_FIELDS,
  plan: "any",
  split: "object",
  order_id: "any",
  paidAt: "string?",
  createdAt: "string",
  requested_amount: "integer",
  pos_transaction_data: "any",
  source: "any",
  fees_breakdown: "any",
  connect: "any",
  subaccount: "object",
};

const REFUND_FIELDS: JsonFields = {
  integration: "integer",
  id: "integer",
  domain: "string",
  currency: "string",
  amount: "integer",
  status: "string",
  refunded_by: "string",
  customer_note: "string",
  merchant_note: "string",
  deducted_amount: "integer",
  createdAt: "string",
};

const ACCOUNT_FIELDS: JsonFields = {
  bank: { name: "string", id: "integer", slug: "string" },
  account_name: "string",
  account_number: "string",
  assigned: "boolean",
  currency: "string",
  metadata: "any",
  active: "boolean",
  id: "integer",
  created_at: "string",
  updated_at: "string",
};

/** By method and path. */
export const PAYSTACK_OPERATIONS: Readonly<Record<string, ProviderOperation>> = {
  "POST /transaction/initialize": {
    asks: {
      required: { email: "string", amount: "integer" },
      optional: {
        currency: "string",
        reference: "string",
        channels: ["string"],
        callback_url: "string",
        metadata: "string",
      },
    },
    data: { authorization_url: "string", access_code: "string", reference: "string" },
  },
  "GET /transaction/verify/{reference}": {
    data: { ...TRANSACTION_SHAPE, transaction_date: "string", plan_object: "object" },
  },
  "GET /transaction/{id}": { data: TRANSACTION_SHAPE },
  "POST /refund": {
    asks: {
      required: { transaction: "string" },
      optional: { amount: "integer", currency: "string", customer_note: "string", merchant_note: "string" },
    },
    data: {
      ...REFUND_FIELDS,
      transaction: {
        id: "integer",
        domain: "string",
        reference: "string",
        amount: "integer",
        currency: "string",
      },
      fully_deducted: "boolean",
      expected_at: "string",
      updatedAt: "string",
    },
  },
  "GET /refund/{id}": { data: { ...REFUND_FIELDS, transaction: "integer" } },
  "POST /dedicated_account/assign": {
    asks: {
      required: {
        email: "string",
        first_name: "string",
        last_name: "string",
        phone: "string",
        preferred_bank: "string",
        country: "string",
      },
      optional: { bvn: "string" },
    },
  },
  "POST /dedicated_account": {
    // Its reference, not the file, has the fields of a customer who has none yet.
    asks: {
      required: { customer: "string" },
      optional: { preferred_bank: "string", first_name: "string", last_name: "string", phone: "string" },
    },
    data: { ...ACCOUNT_FIELDS, customer: CUSTOMER_FIELDS },
  },
  "GET /customer/{code}": {
    data: {
      transactions: ["any"],
      subscriptions: ["any"],
      authorizations: ["any"],
      identified: "boolean",
      first_name: "string",
      last_name: "string",
      email: "string",
      domain: "string",
      id: "integer",
      customer_code: "string",
      risk_action: "string",
      integration: "integer",
      dedicated_account: "any",
    },
  },
};

/** Lists the mismatches of a value: a path and a type each; none when it matches. */
export function findMismatches(value: unknown, fact: JsonShape, path = ""): string[] {
  if (fact === "any") return value === undefined ? [`${path} is missing`] : [];
  if (Array.isArray(fact)) {
    if (!Array.isArray(value)) return [`${path} isn't a list`];
    return value.flatMap((item, n) => findMismatches(item, fact[0] ?? "any", `${path}[${n}]`));
  }
  if (typeof fact === "object") {
    if (typeof value !== "object" || value === null) return [`${path} isn't an object`];
    return Object.entries(fact).flatMap(([name, inner]) =>
      findMismatches((value as Record<string, unknown>)[name], inner, `${path}.${name}`),
    );
  }
  const type = fact.replace("?", "");
  if (value === null && fact.endsWith("?")) return [];
  const fits =
    type === "integer"
      ? Number.isSafeInteger(value)
      : type === "object"
        ? typeof value === "object" && value !== null
        : typeof value === type;
  return fits ? [] : [`${path} is no ${type}: ${JSON.stringify(value)}`];
}
