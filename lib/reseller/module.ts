import { defineModule } from "#lib/core/module";

const loadRestriction = async () => ({
  ...(await import("#lib/account/reseller/change-reseller")),
  ...(await import("./restrict-reseller.ts")),
});

export const resellerModule = defineModule({
  name: "reseller",
  actions: {
    closeReseller: {
      redirects: null,
      permission: "resellers",
      audit: "account.closed",
      input: "ResellerChange",
      load: loadRestriction,
    },
    restrictReseller: {
      redirects: null,
      permission: "resellers",
      audit: "reseller.restricted",
      input: "ResellerChange",
      load: loadRestriction,
    },
    revokeToken: {
      redirects: null,
      permission: "resellers",
      resellers: true,
      audit: "token.revoked",
      input: "RevokeTokenInput",
      load: () => import("./revoke-token.ts"),
    },
  },
  audit: { "reseller.restricted": "restricted a reseller", "token.revoked": "revoked a token" },
});
