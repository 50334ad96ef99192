/** The keys with which the sandbox lets in and signs: nobody's secrets. */
export const keys = {
  PAYSTACK_SECRET_KEY: "sk_test_sandbox0paystack0secret",
  MONNIFY_API_KEY: "MK_TEST_SANDBOX",
  MONNIFY_SECRET_KEY: "sandbox0monnify0secret",
  MONNIFY_CONTRACT_CODE: "4934121686",
  FLUTTERWAVE_CLIENT_ID: "sandbox-client",
  FLUTTERWAVE_CLIENT_SECRET: "sandbox0flutterwave0secret",
  FLUTTERWAVE_WEBHOOK_SECRET: "sandbox0flutterwave0hash",
} as const;

/** The Paystack key of a shop of its own, beside the operator's: it sees its own payments alone. */
export const shopKey = "sk_test_sandbox0shop0secret";
/** Another for the same shop, when the settings say that it has this one now. */
export const nextShopKey = "sk_test_sandbox0shop0another";
