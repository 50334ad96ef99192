import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { MAIL_FAULTS, type MailFault, type MailWorld } from "./world.ts";

/** Shows the mailbox: all received emails, the latest first. */
export function createMailPage(world: MailWorld): RequestListener {
  return async (request, response) => {
    if (request.method === "POST") {
      const form = new URLSearchParams(await text(request));
      world.faults = MAIL_FAULTS.filter((kind) => kind === form.get("fault")).map(
        (kind): MailFault => ({ kind }),
      );
      response.writeHead(303, { location: "/" }).end();
      return;
    }
    const html = { "content-type": "text/html; charset=utf-8", "content-security-policy": CONTENT_POLICY };
    response.writeHead(200, html).end(renderMailbox(world));
  };
}

const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'";

const FAULT_LABELS: Record<MailFault["kind"], string> = {
  refuse: "rejects every recipient",
  later: "accepts no email now",
  sender: "rejects the portal’s address",
  limit: "has taken enough emails for today",
  hang: "stops responding",
  drop: "accepts each email, and cuts the connection before it says so",
};

function renderMailbox({ mails, faults }: MailWorld): string {
  const now = faults[0]?.kind;
  const options = MAIL_FAULTS.map(
    (kind) => `<option value="${kind}"${kind === now ? " selected" : ""}>${FAULT_LABELS[kind]}</option>`,
  ).join("");
  const all = mails
    .toReversed()
    .map(
      (mail) => `<article><h2>${escapeMailHtml(mail.subject)}</h2>
        <p class="to">to ${escapeMailHtml(mail.to.join(", "))}, ${mail.at.toLocaleTimeString("en-GB")}</p>
        <pre>${linkUrls(escapeMailHtml(mail.text))}</pre>${mail.files.map(renderAttachment).join("")}</article>`,
    )
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mailbox</title>
    <meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="10"><style>${PAGE_STYLE}</style></head>
    <body><h1>Mailbox</h1><p>Every email that the portal sent. Nothing leaves this machine.</p>
    <form method="post"><label>The server <select name="fault"><option value="">works</option>${options}</select></label>
    <button>Set</button></form>${all || "<p>No email yet.</p>"}</body></html>`;
}

const renderAttachment = ({ name, type, content }: MailWorld["mails"][number]["files"][number]) =>
  `<p><a download="${escapeMailHtml(name)}" href="data:${escapeMailHtml(type)};base64,${content.toString("base64")}">${escapeMailHtml(name)}</a></p>`;

const PAGE_STYLE = `:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem }
  article { border: 1px solid #8886; border-radius: 8px; padding: 0.75rem 1rem; margin: 1rem 0 } h2 { font-size: 1.1rem; margin: 0 }
  .to { opacity: 0.75; margin: 0 } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit } select, button { font: inherit; max-width: 100% }`;

const HTML_ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeMailHtml = (plain: string) => plain.replace(/[&<>"']/g, (sign) => HTML_ESCAPES[sign] ?? sign);

const linkUrls = (html: string) =>
  html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
