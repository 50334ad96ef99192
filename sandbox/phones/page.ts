import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import {
  PHONE_FAULTS,
  type PhoneFault,
  type PhoneMessage,
  type PhoneReply,
  type PhoneWorld,
} from "./world.ts";

/** Shows what each phone received and replied, the phone with the latest message first. */
export function createPhonePage(
  world: PhoneWorld,
  reply: (from: string, text: string) => Promise<number>,
): RequestListener {
  return async (request, response) => {
    if (request.method === "POST") {
      const form = new URLSearchParams(await text(request));
      const from = form.get("from");
      if (from) await reply(from, (form.get("text") ?? "").slice(0, 200));
      else
        world.faults = PHONE_FAULTS.filter((kind) => kind === form.get("fault")).map(
          (kind): PhoneFault => ({ kind }),
        );
      response.writeHead(303, { location: "/" }).end();
      return;
    }
    const html = { "content-type": "text/html; charset=utf-8", "content-security-policy": CONTENT_POLICY };
    response.writeHead(200, html).end(renderPhones(world));
  };
}

const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'";

const FAULT_LABELS: Record<PhoneFault["kind"], string> = {
  refuse: "rejects every number",
  empty: "has no money left",
  later: "fails",
  hang: "stops responding",
  silent: "delivers, and stops responding before it says so",
};

function renderPhones({ messages, replies, faults }: PhoneWorld): string {
  const now = faults[0]?.kind;
  const options = PHONE_FAULTS.map(
    (kind) => `<option value="${kind}"${kind === now ? " selected" : ""}>${FAULT_LABELS[kind]}</option>`,
  ).join("");
  const numbers = [...new Set(messages.toReversed().map(({ to }) => to))];
  const phones = numbers.map((number) => renderPhone(number, messages, replies)).join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Phones</title>
    <meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="10"><style>${PAGE_STYLE}</style></head>
    <body><h1>Phones</h1><p>Every SMS and WhatsApp message that the portal sent. Nothing leaves this machine.</p>
    <form method="post"><label>The provider <select name="fault"><option value="">works</option>${options}</select></label>
    <button>Set</button></form><main>${phones || "<p>No message yet.</p>"}</main></body></html>`;
}

function renderPhone(number: string, messages: PhoneMessage[], replies: PhoneReply[]): string {
  const lines = [
    ...messages
      .filter(({ to }) => to === number)
      .map((message) => ({ at: message.at, html: renderMessage(message) })),
    ...replies
      .filter(({ from }) => from === number)
      .map((reply) => ({ at: reply.at, html: renderReply(reply) })),
  ];
  const talk = lines.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(({ html }) => html);
  return `<section><h2>${escapePhoneHtml(number)}</h2><ol>${talk.join("")}</ol>
    <form method="post"><input type="hidden" name="from" value="${escapePhoneHtml(number)}">
    <label>Reply <input name="text" value="STOP" maxlength="200"></label><button>Send</button></form></section>`;
}

function renderMessage({ medium, from, at, text }: PhoneMessage): string {
  const origin = `${medium === "sms" ? "SMS" : "WhatsApp"} from ${escapePhoneHtml(from)}`;
  return `<li class="${medium}"><small>${origin}, ${formatClock(at)}, ${text.length} characters</small>${linkUrls(escapePhoneHtml(text))}</li>`;
}

const renderReply = ({ at, text }: PhoneReply) =>
  `<li class="reply"><small>Reply, ${formatClock(at)}</small>${escapePhoneHtml(text)}</li>`;

const formatClock = (at: Date) => at.toLocaleTimeString("en-GB");

const PAGE_STYLE = `:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); margin-top: 1rem }
  section { border: 1px solid #8886; border-radius: 16px; padding: 0.75rem 1rem } h2 { font-size: 1.1rem; margin: 0 }
  ol { list-style: none; padding: 0; display: grid; gap: 0.5rem } li { background: #8882; border-radius: 12px; padding: 0.5rem 0.75rem; overflow-wrap: anywhere }
  li.whatsapp { background: #25d36633 } li.reply { background: #4080ff33; margin-left: 3rem } small { display: block; opacity: 0.75 }
  select, input, button { font: inherit; max-width: 100% } section form { display: flex; gap: 0.5rem } section label { flex: 1; display: flex; gap: 0.5rem } section input { min-width: 0; flex: 1 }`;

const HTML_ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapePhoneHtml = (plain: string) => plain.replace(/[&<>"']/g, (sign) => HTML_ESCAPES[sign] ?? sign);

const linkUrls = (html: string) =>
  html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
