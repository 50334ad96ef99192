import { env } from "#lib/core/env";

/** What a letter says: a first line that is also its subject, what it means, and one thing to do. */
export interface Letter {
  subject: string;
  paragraphs: readonly string[];
  /** A page of the portal. */
  act?: { label: string; path: string };
  /** Why somebody gets it, and how they would not. */
  because: string;
}

/** A letter as plain text, which reads well by itself, and as simple HTML. */
export function writtenOut({ subject, paragraphs, act, because }: Letter): { text: string; html: string } {
  const { PORTAL_NAME, NEXTAUTH_URL } = env();
  const url = act && new URL(act.path, NEXTAUTH_URL).href;
  const text = [
    subject,
    ...paragraphs,
    ...(act && url ? [`${act.label}:\n${url}`] : []),
    `-- \n${PORTAL_NAME}\n${because}`,
  ].join("\n\n");
  const html = [
    `<div style="max-width:32rem;font:16px/1.5 system-ui,sans-serif">`,
    `<h1 style="font-size:20px;line-height:1.3">${escaped(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(act && url ? [`<p><a href="${escaped(url)}">${escaped(act.label)}</a></p>`] : []),
    `<p style="font-size:14px">${escaped(PORTAL_NAME)}<br>${escaped(because)}</p>`,
    "</div>",
  ].join("\n");
  return { text: `${text}\n`, html };
}

const SIGNS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\n": "<br>",
};

const escaped = (text: string) => text.replace(/[&<>"'\n]/g, (sign) => SIGNS[sign] ?? sign);
