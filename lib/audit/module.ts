import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { HOURLY_CLEANUP } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";
import { OPERATOR_DATA } from "#lib/core/personal-data";

import { approvalSettings } from "./approval-settings.ts";

export const auditModule = defineModule({
  name: "audit",
  tables: {
    approval_requests: {
      retention: { forever: "approval requests" },
      personalData: { none: "the operator's work" },
      triggers: {
        approval_requests_check_approval:
          "Only an admin with the permission approves a request, within a week.",
      },
    },
    audit: {
      retention: { forever: "the audit log" },
      personalData: {
        // An admin's change is kept in the record; their reasons and addresses are their personal data.
        account: (id) => sql`t.actor = ${`reseller:${id}`}`,
        and: { personal: sql`(select facts from audit_personal p where p.audit_id = t.id)` },
      },
      triggers: {
        audit_append_only: "Prevents changes and deletion of the audit log.",
        audit_no_truncate: "Prevents a truncate.",
        audit_personal_separate:
          "Moves names, numbers and emails of a record to `audit_personal`, which can be erased.",
        audit_events: "Records events of the security of an account (channel `lane`).",
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
      triggers: {
        audit_personal_only_erased: "Allows only the erasure of a record's personal data.",
        audit_personal_no_truncate: "Prevents a truncate.",
      },
    },
    settings: {
      retention: { current: "settings" },
      personalData: OPERATOR_DATA,
      triggers: { settings_check: "Rejects settings by which money would move wrongly." },
    },
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
  functions: {
    record_security_event: "Records the event of an audit record about the security of an account.",
    check_approval: "Rejects an approval without the permission, or after the deadline.",
    check_setting: "Rejects settings by which money would move wrongly.",
    check_audit_personal_erasure: "Rejects any change of personal data except erasure.",
    reject_rewrite: "Rejects every statement.",
    separate_audit_personal_data: "Moves the personal data of a new audit record to `audit_personal`.",
    separate_personal_data: "Moves the personal data of an audit record to `audit_personal`.",
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
