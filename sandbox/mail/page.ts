import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { FAULTS, type Fault, type World } from "./world.ts";

/** The mailbox, for whoever wants to see what was sent: everything that came, the latest first. */
export function page(world: World): RequestListener {
  return async (request, response) => {
    if (request.method === "POST") {
      const form = new URLSearchParams(await text(request));
      world.faults = FAULTS.filter((kind) => kind === form.get("fault")).map((kind): Fault => ({ kind }));
      response.writeHead(303, { location: "/" }).end();
      return;
    }
    const html = { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY };
    response.writeHead(200, html).end(written(world));
  };
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'";

const SAYS: Record<Fault["kind"], string> = {
  refuse: "refuses every recipient",
  later: "takes nothing now",
  hang: "says nothing any more",
  drop: "takes each mail, and cuts the line before it says so",
};

function written({ mails, faults }: World): string {
  const now = faults[0]?.kind;
  const options = FAULTS.map(
    (kind) => `<option value="${kind}"${kind === now ? " selected" : ""}>${SAYS[kind]}</option>`,
  ).join("");
  const all = mails
    .toReversed()
    .map(
      (mail) => `<article><h2>${escaped(mail.subject)}</h2>
        <p class="to">to ${escaped(mail.to.join(", "))}, ${mail.at.toLocaleTimeString("en-GB")}</p>
        <pre>${linked(escaped(mail.text))}</pre>${mail.files.map(filed).join("")}</article>`,
    )
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mailbox</title>
    <meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="10"><style>${STYLE}</style></head>
    <body><h1>Mailbox</h1><p>Every mail that the portal sent. Nothing leaves this machine.</p>
    <form method="post"><label>The server <select name="fault"><option value="">works</option>${options}</select></label>
    <button>Set</button></form>${all || "<p>No mail yet.</p>"}</body></html>`;
}

const filed = ({ name, type, content }: World["mails"][number]["files"][number]) =>
  `<p><a download="${escaped(name)}" href="data:${escaped(type)};base64,${content.toString("base64")}">${escaped(name)}</a></p>`;

const STYLE = `:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem }
  article { border: 1px solid #8886; border-radius: 8px; padding: 0.75rem 1rem; margin: 1rem 0 } h2 { font-size: 1.1rem; margin: 0 }
  .to { opacity: 0.75; margin: 0 } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit } select, button { font: inherit; max-width: 100% }`;

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = (plain: string) => plain.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

const linked = (html: string) => html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
