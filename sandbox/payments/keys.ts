/** The keys that the sandbox accepts and signs with: they protect nothing. */
export const SANDBOX_KEYS = {
  PAYSTACK_SECRET_KEY: "sk_test_sandbox0paystack0secret",
  MONNIFY_API_KEY: "MK_TEST_SANDBOX",
  MONNIFY_SECRET_KEY: "sandbox0monnify0secret",
  MONNIFY_CONTRACT_CODE: "4934121686",
  FLUTTERWAVE_CLIENT_ID: "sandbox-client",
  FLUTTERWAVE_CLIENT_SECRET: "sandbox0flutterwave0secret",
  FLUTTERWAVE_WEBHOOK_SECRET: "sandbox0flutterwave0hash",
} as const;

/** The Paystack key of a shop's own account, beside the operator's: it sees its own payments alone. */
export const SHOP_KEY = "sk_test_sandbox0shop0secret";
/** A later key of the same shop, once the settings name it. */
export const NEXT_SHOP_KEY = "sk_test_sandbox0shop0another";
