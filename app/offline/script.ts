/* Fills the page that is shown without a network with what the last pages put aside. */

interface Line {
  title: string;
  note: string;
  value: string;
  at?: string;
}
interface Kept {
  at: string;
  purchases: Line[];
  prices: Line[];
}

const say = (at: string) =>
  new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

function line({ title, note, value, at }: Line): HTMLElement {
  const item = document.createElement("li");
  for (const [tag, text] of [
    ["b", title],
    ["span", value],
    ["small", at ? `${note}, ${say(at)}` : note],
  ] as const)
    item.appendChild(document.createElement(tag)).textContent = text;
  return item;
}

async function show(): Promise<void> {
  const answer = await caches.match("/offline/kept", { cacheName: "kept" });
  if (!answer) return;
  const { at, purchases, prices } = (await answer.json()) as Kept;
  for (const [name, lines] of Object.entries({ purchases, prices })) {
    const part = document.getElementById(name);
    if (!part || lines.length === 0) continue;
    part.querySelector("ul")?.replaceChildren(...lines.map(line));
    part.hidden = false;
  }
  for (const part of document.querySelectorAll("time")) part.textContent = say(at);
}

/** How often asking began; only the last goes on. */
let asks = 0;

/** The browser says "online" before the line carries anything: the portal is asked until it answers. */
async function whenBack(wait: number): Promise<void> {
  const own = ++asks;
  for (let pause = wait; ; pause = Math.min(pause * 2 || 500, 30_000)) {
    await new Promise((done) => setTimeout(done, pause));
    if (!navigator.onLine || own !== asks) return;
    const answer = await fetch("/api/live", { cache: "no-store" }).catch(() => undefined);
    if (answer?.ok) return location.reload();
  }
}

show().catch(() => {});
// Not at once: what answers a question may not yet give a page.
whenBack(2_000);
addEventListener("online", () => whenBack(0));
document.querySelector("button")?.addEventListener("click", () => location.reload());
