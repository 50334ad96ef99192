import { createHash, randomUUID } from "node:crypto";
import { createArchive } from "#lib/spreadsheet/testing/workbook";

/** Measures this machine's current time, in ms, for work that takes 50 ms on an idle one. */
export function measureUnitMs(): number {
  const began = performance.now();
  const hash = createHash("sha256");
  for (let n = 0; n < 64; n++) hash.update(MEGABYTE);
  hash.digest();
  return performance.now() - began;
}
export const MEGABYTE = Buffer.alloc(1024 * 1024, "a");

export interface LargeRequest {
  what: string;
  path: string;
  body: BodyInit;
  headers?: Record<string, string>;
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const MULTIPART = { "Content-Type": "multipart/form-data; boundary=b" };
const formPart = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const formParts = (count: number, nameOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => formPart(nameOf(n), "x")).join("");

/** The addresses to which a reseller uploads files. */
export const UPLOAD_PATHS = ["/batches/send", "/customers/import/send"];

export function createUpload(path: string, what: string, file: string | Buffer): LargeRequest {
  const body = new FormData();
  body.set("key", randomUUID());
  body.set("file", new Blob([new Uint8Array(Buffer.from(file))]), "list");
  return { what: `${path}: ${what}`, path, body };
}

const createWorkbook = (rows: string, shared = "") =>
  createArchive({ "xl/worksheets/sheet1.xml": rows, ...(shared && { "xl/sharedStrings.xml": shared }) });

/**
 * Requests that are large, or made of many small parts, as strangers and resellers may send them.
 * @param action the name of one of the sign-in page's.
 */
export function listLargeRequests(action: string, slug: string): LargeRequest[] {
  const called = (fields: string) => ({
    path: "/sign-in",
    body: `${fields}--b--\r\n`,
    headers: { ...MULTIPART, "Next-Action": action },
  });
  const lists: [string, string | Buffer][] = [
    ["short lines", "0 8 0 3 1 2 a\n".repeat(140_000)],
    ["empty lines", "\n".repeat(2_000_000)],
    ["empty cells", ",".repeat(2_000_000)],
    ["numbers in one line", "08031234567 ".repeat(170_000)],
    ["as many rows as may be", `${"0 8 0 3 1 2 3 ".repeat(28)}\n`.repeat(4_900)],
    ["a workbook of cells", createWorkbook(`<row>${"<c/>".repeat(3_000_000)}</row>`)],
    ["a workbook of rows and texts", createWorkbook("<row/>".repeat(1_000_000), "<si/>".repeat(1_000_000))],
    [
      "one text for all cells",
      createWorkbook(
        '<row><c t="s"><v>0</v></c></row>'.repeat(4_000),
        `<si><t>${"x".repeat(300_000)}</t></si>`,
      ),
    ],
  ];
  return [
    {
      what: "fields of an action",
      ...called(formParts(12_000, (n) => `1_n${n}`) + formPart("0", '[null,"$K1"]')),
    },
    { what: "arguments of an action", ...called(formPart("0", JSON.stringify(Array(9_000).fill("$K1")))) },
    {
      what: "actions in a form",
      path: "/sign-in",
      body: `${formParts(12_000, (n) => `$ACTION_ID_${n}`)}--b--\r\n`,
      headers: MULTIPART,
    },
    {
      what: "a sign-in",
      path: "/api/auth/callback/credentials",
      body: "a=b&".repeat(2_250_000),
      headers: FORM,
    },
    {
      what: "a price grid",
      path: "/admin/catalogue/prices",
      body: `${formParts(4_900, (n) => `price_${n}`)}--b--\r\n`,
      headers: MULTIPART,
    },
    { what: "an order", path: `/s/${slug}/order`, body: "a=b&".repeat(250_000), headers: FORM },
    ...UPLOAD_PATHS.flatMap((path) => lists.map(([what, file]) => createUpload(path, what, file))),
    {
      what: "fields of an upload",
      path: "/batches/send",
      body: `${formParts(20_000, String)}--b--\r\n`,
      headers: MULTIPART,
    },
  ];
}
