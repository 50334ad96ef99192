/** What the audit records of stopping and starting are about. */
export const SENDING = { subject: "dispatch", subjectId: "1" } as const;
