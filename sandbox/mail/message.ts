/** The content of an email: its headers by lower-case name, and its parts as text. */
export interface MailMessage {
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
  files: { name: string; type: string; content: Buffer }[];
}

type MailContent = Pick<MailMessage, "text" | "html" | "files">;

/**
 * Parses an email as it came over the wire (one character a byte). It supports only the format that the
 * portal writes.
 */
export function parseMessage(raw: string): MailMessage {
  const { headers, body } = splitHeaders(raw);
  const content: MailContent = { text: "", html: "", files: [] };
  collectParts(headers, body, content);
  return { headers, subject: decodeHeader(headers.subject ?? ""), ...content };
}

function splitHeaders(raw: string): { headers: Record<string, string>; body: string } {
  const at = raw.indexOf("\r\n\r\n");
  const head = (at < 0 ? raw : raw.slice(0, at)).replace(/\r\n[ \t]+/g, " ");
  const lines = head.split("\r\n").map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(lines), body: at < 0 ? "" : raw.slice(at + 4) };
}

function collectParts(headers: Record<string, string>, body: string, content: MailContent): void {
  const type = headers["content-type"] ?? "text/plain";
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary !== undefined) {
    for (const part of body.split(`--${boundary}`).slice(1, -1)) {
      const inner = splitHeaders(part.replace(/^\r\n/, "").replace(/\r\n$/, ""));
      collectParts(inner.headers, inner.body, content);
    }
    return;
  }
  const name = /filename="?([^";]+)/.exec(headers["content-disposition"] ?? "")?.[1];
  if (name !== undefined) {
    content.files.push({ name, type: type.split(";")[0] ?? type, content: Buffer.from(body, "base64") });
    return;
  }
  content[/html/.test(type) ? "html" : "text"] = decodeBody(
    body,
    headers["content-transfer-encoding"] ?? "7bit",
  );
}

function decodeBody(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, "base64").toString("utf8");
  const plain = /quoted-printable/i.test(encoding) ? decodeQuotedPrintable(body.replace(/=\r\n/g, "")) : body;
  return Buffer.from(plain, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}

const decodeQuotedPrintable = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Decodes the encoded words of a header. */
function decodeHeader(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, coded: string) =>
      how.toUpperCase() === "B"
        ? Buffer.from(coded, "base64").toString("utf8")
        : Buffer.from(decodeQuotedPrintable(coded.replaceAll("_", " ")), "latin1").toString("utf8"),
    );
}
