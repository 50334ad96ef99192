import type { AuditRecord } from "#lib/audit/list";

/** Where the desk shows the thing that a record is about; undefined where it has no page. */
export function placeOf({ subject, subjectId, resellerId }: AuditRecord): string | undefined {
  switch (subject) {
    case "purchase":
      return `/admin/purchases/${subjectId}`;
    case "plan":
      return `/admin/catalogue/${subjectId}`;
    case "contact":
      return "/admin/settings";
    case "price rule":
      return "/admin/catalogue/rules";
    case "sale":
      return "/admin/catalogue/switches";
    case "discrepancy":
      return "/admin/unconfirmed/discrepancies?state=all";
    case "reconcile":
      return "/admin/unconfirmed/rules";
    case "upstream":
      return "/admin/unconfirmed/top-ups";
    case "dispatch":
    case "job":
    case "catalogue":
      return "/admin/system";
    default:
      return resellerId === null ? undefined : `/admin/resellers/${resellerId}`;
  }
}
