/* The script of all shop pages. Each of them works without it. */

const POLL_INTERVAL_MS = 4_000;
const SLOW_POLL_INTERVAL_MS = 20_000;
/** Then polls less often. */
const SLOW_POLL_AFTER_MS = 10 * 60_000;
/** Without a response for this long, a form can be submitted again: its ref makes it the same order. */
const RESUBMIT_AFTER_MS = 15_000;

const openedAt = Date.now();
const liveRegion = document.querySelector<HTMLElement>("[data-state]");
let timer: number | undefined;
let isPolling = false;

/** Polls a short state tag while the page is visible, and updates the page when the tag changes. */
async function pollState(): Promise<void> {
  clearTimeout(timer);
  const address = liveRegion?.dataset.state;
  if (!liveRegion || !address || document.hidden || isPolling) return;
  isPolling = true;
  try {
    const response = await fetch(address, { cache: "no-store" });
    if (response.ok && (await response.text()) !== liveRegion.dataset.tag) await reloadRegion(liveRegion);
  } catch {
    // Offline: the next poll tries again.
  }
  isPolling = false;
  schedulePoll();
}

const schedulePoll = () => {
  timer = window.setTimeout(
    pollState,
    Date.now() - openedAt < SLOW_POLL_AFTER_MS ? POLL_INTERVAL_MS : SLOW_POLL_INTERVAL_MS,
  );
};

/** Reloads only the live region: the page's content security policy rejects the style of another response. */
async function reloadRegion(part: Element): Promise<void> {
  const response = await fetch(location.href, { cache: "no-store" });
  if (!response.ok) return;
  const page = await response.text();
  const html = page.slice(page.lastIndexOf("<main"));
  const updated = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  if (updated) patchElement(part, updated);
}

/** Attributes that follow the server: the customer opens and closes folds. */
const isServers = ({ name }: Attr) => name !== "open";

/** Changes only what differs, so that the focus stays and a screen reader reads the changes. */
function patchElement(old: Element, updated: Element): void {
  for (const { name } of [...old.attributes].filter(isServers))
    if (!updated.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...updated.attributes].filter(isServers)) old.setAttribute(name, value);
  const [before, after] = [[...old.childNodes], [...updated.childNodes]];
  for (const removed of before.slice(after.length)) removed.remove();
  for (const [index, node] of after.entries()) {
    const current = before[index];
    if (!current) old.append(node);
    else if (current instanceof Element && node instanceof Element && current.tagName === node.tagName)
      patchElement(current, node);
    else if (!current.isEqualNode(node)) current.replaceWith(node);
  }
}

/** Copies a text, and confirms it for two seconds; if denied, selects the text before the button. */
async function copyText(button: HTMLElement, text: string): Promise<void> {
  const shown = button.previousElementSibling;
  const status = button.querySelector("[aria-live]");
  let result = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!shown) return;
    getSelection()?.selectAllChildren(shown);
    result = "Selected. Now copy it.";
  }
  const showStatus = (text: string) => {
    button.dataset.said = text;
    if (status) status.textContent = text;
  };
  showStatus(result);
  setTimeout(() => showStatus(""), 2000);
}

/** Opens the share sheet with a text or a file. A browser without one follows the link, as without script. */
async function share(event: MouseEvent, link: HTMLAnchorElement): Promise<void> {
  const { shareText: text } = link.dataset;
  const type = link.download.endsWith("pdf") ? "application/pdf" : "image/png";
  const toShared = (parts: BlobPart[]) =>
    text ? { text } : { files: [new File(parts, link.download, { type })] };
  if (!navigator.canShare?.(toShared([]))) return;
  event.preventDefault();
  try {
    await navigator.share(toShared(text ? [] : [await fetchBlob(link.href)]));
  } catch (error) {
    // AbortError: the customer closed the sheet.
    if ((error as Error).name !== "AbortError") location.assign(link.href);
  }
}

async function fetchBlob(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error();
  return response.blob();
}

if (liveRegion) schedulePoll();
document.addEventListener("visibilitychange", pollState);
addEventListener("online", pollState);

document.addEventListener("click", (event) => {
  const { target } = event;
  const link =
    target instanceof Element && target.closest<HTMLAnchorElement>("[data-share], [data-share-text]");
  if (link) share(event, link);
  const button = target instanceof Element && target.closest<HTMLElement>("[data-copy], [data-print]");
  if (!button) return;
  if (button.dataset.copy) copyText(button, button.dataset.copy);
  else print();
});

const findSentButton = (form: HTMLFormElement) => form.querySelector("[aria-disabled]");
const allowResubmit = (form: HTMLFormElement) => findSentButton(form)?.removeAttribute("aria-disabled");

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (findSentButton(form)) return event.preventDefault();
  event.submitter?.setAttribute("aria-disabled", "true");
  setTimeout(allowResubmit, RESUBMIT_AFTER_MS, form);
});

/** The browser restored the page from its cache. */
addEventListener("pageshow", () => {
  for (const form of document.forms) allowResubmit(form);
  pollState();
});
