import { PortalError } from "#lib/core/error";

export const BAD_LIST_MESSAGES = {
  empty: "This file has no phone numbers. Add at least one.",
  many: "Use at most 5,000 rows at a time, and send the rest separately.",
  large: "This file is too large. The maximum is 2 MB. Keep only the rows, without images or formatting.",
  locked: "This file is protected by a password. Save it without one and upload it again.",
  hidden:
    "This kind of file doesn’t say clearly which rows are hidden. Show all rows, or save it as XLSX, and upload it again.",
  unreadable: "We can’t read this file. Save it as XLSX or CSV and upload it again.",
  busy: "Too many files are being read right now. Wait a minute, then upload this file again.",
} as const;

export const createBadListError = (what: keyof typeof BAD_LIST_MESSAGES, cause?: unknown) =>
  new PortalError("invalid", BAD_LIST_MESSAGES[what], { cause });

export const MAX_FILE_BYTES = 2 * 1024 * 1024;
export const MAX_ROWS = 5_000;
/** Title rows, headings, totals and the last line of the portal's own files come on top. */
export const MAX_TABLE_ROWS = MAX_ROWS + 50;
export const MAX_CELLS = 26 * MAX_TABLE_ROWS;
