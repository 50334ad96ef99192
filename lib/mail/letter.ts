import { env } from "#lib/core/env";

/** The content of an email: a subject that is also its first line, its meaning, and one action. */
export interface Letter {
  subject: string;
  paragraphs: readonly string[];
  /** A page of the portal. */
  act?: { label: string; path: string };
  /** The reason why the recipient gets it, and how to end such emails. */
  because: string;
}

/** Renders a letter as readable plain text and as simple HTML. */
export function renderLetter({ subject, paragraphs, act, because }: Letter): { text: string; html: string } {
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
    `<h1 style="font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(act && url ? [`<p><a href="${escapeHtml(url)}">${escapeHtml(act.label)}</a></p>`] : []),
    `<p style="font-size:14px">${escapeHtml(PORTAL_NAME)}<br>${escapeHtml(because)}</p>`,
    "</div>",
  ].join("\n");
  return { text: `${text}\n`, html };
}

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\n": "<br>",
};

const escapeHtml = (text: string) => text.replace(/[&<>"'\n]/g, (sign) => HTML_ESCAPES[sign] ?? sign);
