import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { HOURLY_CLEANUP } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";
import { operatorData } from "#lib/core/personal-data";

import { approvalSettings } from "./approval-settings.ts";

export const auditModule = defineModule({
  name: "audit",
  tables: {
    approval_requests: {
      retention: { forever: "approval requests" },
      personalData: { none: "the operator's work" },
    },
    audit: {
      retention: { forever: "the audit log" },
      personalData: {
        // An admin's change is kept in the record; their reasons and addresses are their personal data.
        account: (id) => sql`t.actor = ${`reseller:${id}`}`,
        and: { personal: sql`(select facts from audit_personal p where p.audit_id = t.id)` },
      },
    },
    audit_personal: {
      retention: {
        label: "personal data in the audit log",
        days: () => 3_650,
        at: sql`a.at`,
        key: { column: "audit_id", join: sql`join audit a on a.id = t.audit_id` },
        erases: sql`facts = null, erased_at = now()`,
        where: sql`facts is not null`,
        inOrder: true,
      },
      personalData: { none: "exported with its record" },
    },
    settings: operatorData({ current: "settings" }),
    single_admin_moves: {
      retention: { label: "amounts that each admin moved without approval", days: () => 7, at: sql`at` },
      personalData: { none: "amounts that admins moved" },
    },
  },
  settings: [approvalSettings],
  actions: {
    ...declareActions(() => import("./erase-audit-personal-data.ts"), {
      eraseAuditPersonalData: { redirects: null, permission: "personal", audit: "personal.erased" },
    }),
  },
  audit: {
    "personal.erased": "erased personal data from the audit log",
    "approval_request.approved": "approved a request",
    "approval_request.made": "requested approval",
    "approval_request.expired": "closed an expired request",
    "approval_request.rejected": "rejected a request",
    "purchase.approval_rejected": "rejected a request",
    "purchase.approval_requested": "requested approval of an outcome",
    "second_admin.none": "acted without a second approver",
  },
  events: {
    "security.device": "A new device signed in to an account.",
    "security.keys": "A token, webhook or payment key of an account changed.",
    "security.password": "The password of an account changed, or a link to set it was created.",
    "security.sign_in": "The two-factor sign-in, passkeys or PIN of an account changed.",
  },
  jobs: [
    {
      name: "old_approval_requests",
      label: "Expiry of approval requests",
      pool: "reports",
      when: HOURLY_CLEANUP,
      async run(ctx) {
        await (await import("./approval-request.ts")).expireApprovalRequests(ctx);
      },
    },
  ],
});
