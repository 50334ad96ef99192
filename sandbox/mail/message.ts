/** What a mail says, taken apart: its headers by lower-case name, and its parts as text. */
export interface Message {
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
  files: { name: string; type: string; content: Buffer }[];
}

type Found = Pick<Message, "text" | "html" | "files">;

/** Reads a mail as it came over the wire (one character a byte). It knows what the portal writes, and no more. */
export function readMessage(raw: string): Message {
  const { headers, body } = apart(raw);
  const found: Found = { text: "", html: "", files: [] };
  collect(headers, body, found);
  return { headers, subject: words(headers.subject ?? ""), ...found };
}

function apart(raw: string): { headers: Record<string, string>; body: string } {
  const at = raw.indexOf("\r\n\r\n");
  const head = (at < 0 ? raw : raw.slice(0, at)).replace(/\r\n[ \t]+/g, " ");
  const lines = head.split("\r\n").map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(lines), body: at < 0 ? "" : raw.slice(at + 4) };
}

function collect(headers: Record<string, string>, body: string, found: Found): void {
  const type = headers["content-type"] ?? "text/plain";
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary !== undefined) {
    for (const part of body.split(`--${boundary}`).slice(1, -1)) {
      const inner = apart(part.replace(/^\r\n/, "").replace(/\r\n$/, ""));
      collect(inner.headers, inner.body, found);
    }
    return;
  }
  const name = /filename="?([^";]+)/.exec(headers["content-disposition"] ?? "")?.[1];
  if (name !== undefined) {
    found.files.push({ name, type: type.split(";")[0] ?? type, content: Buffer.from(body, "base64") });
    return;
  }
  found[/html/.test(type) ? "html" : "text"] = decoded(body, headers["content-transfer-encoding"] ?? "7bit");
}

function decoded(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, "base64").toString("utf8");
  const plain = /quoted-printable/i.test(encoding) ? unquoted(body.replace(/=\r\n/g, "")) : body;
  return Buffer.from(plain, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}

const unquoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** A header with its encoded words in the clear. */
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, coded: string) =>
      how.toUpperCase() === "B"
        ? Buffer.from(coded, "base64").toString("utf8")
        : Buffer.from(unquoted(coded.replaceAll("_", " ")), "latin1").toString("utf8"),
    );
}
