/* Fills the offline page with cached data. */

interface OfflineRow {
  title: string;
  note: string;
  value: string;
  at?: string;
}
interface OfflineData {
  at: string;
  purchases: OfflineRow[];
  prices: OfflineRow[];
}

const formatTime = (at: string) =>
  new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

function createRow({ title, note, value, at }: OfflineRow): HTMLElement {
  const item = document.createElement("li");
  for (const [tag, text] of [
    ["b", title],
    ["span", value],
    ["small", at ? `${note}, ${formatTime(at)}` : note],
  ] as const)
    item.appendChild(document.createElement(tag)).textContent = text;
  return item;
}

async function showOfflineData(): Promise<void> {
  const answer = await caches.match("/offline/kept", { cacheName: "kept" });
  if (!answer) return;
  const { at, purchases, prices } = (await answer.json()) as OfflineData;
  for (const [name, lines] of Object.entries({ purchases, prices })) {
    const part = document.getElementById(name);
    if (!part || lines.length === 0) continue;
    part.querySelector("ul")?.replaceChildren(...lines.map(createRow));
    part.hidden = false;
  }
  for (const part of document.querySelectorAll("time")) part.textContent = formatTime(at);
}

/** Counts the checks; only the last one continues. */
let checkCount = 0;

/** Reloads once the portal responds. Browsers report "online" too early. */
async function reloadWhenOnline(wait: number): Promise<void> {
  const checkId = ++checkCount;
  for (let pause = wait; ; pause = Math.min(pause * 2 || 500, 30_000)) {
    await new Promise((done) => setTimeout(done, pause));
    if (!navigator.onLine || checkId !== checkCount) return;
    const answer = await fetch("/api/live", { cache: "no-store" }).catch(() => undefined);
    if (answer?.ok) return location.reload();
  }
}

showOfflineData().catch(() => {});
// Waits, because a portal that responds may not serve pages yet.
reloadWhenOnline(2_000);
addEventListener("online", () => reloadWhenOnline(0));
document.querySelector("button")?.addEventListener("click", () => location.reload());
