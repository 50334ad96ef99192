/* All that a shop's pages do by script. Each of them works without it. */

const SOON_MS = 4_000;
const LATER_MS = 20_000;
/** After so long without an end, asking less often is enough. */
const PATIENCE_MS = 10 * 60_000;
/** A form that has had no answer for so long may be sent again: it is still one order. */
const ANSWER_MS = 15_000;

const opened = Date.now();
const live = document.querySelector<HTMLElement>("[data-state]");
let timer: number | undefined;
let asking = false;

/** Asks for a few bytes while the page is in sight, and shows the page anew when they are others. */
async function ask(): Promise<void> {
  clearTimeout(timer);
  const address = live?.dataset.state;
  if (!live || !address || document.hidden || asking) return;
  asking = true;
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (answer.ok && (await answer.text()) !== live.dataset.tag) await renew(live);
  } catch {
    // A line that is away says nothing: the next time asks again.
  }
  asking = false;
  wait();
}

const wait = () => {
  timer = window.setTimeout(ask, Date.now() - opened < PATIENCE_MS ? SOON_MS : LATER_MS);
};

/** Reads the part that changes, and not the whole: the policy of this page knows no other page's style. */
async function renew(part: Element): Promise<void> {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) return;
  const page = await answer.text();
  const html = page.slice(page.lastIndexOf("<main"));
  const now = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  if (now) become(part, now);
}

/** Changes only what differs: the focus stays, and what changed is read out. */
function become(old: Element, now: Element): void {
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) old.setAttribute(name, value);
  const [before, after] = [[...old.childNodes], [...now.childNodes]];
  for (const gone of before.slice(after.length)) gone.remove();
  for (const [index, node] of after.entries()) {
    const there = before[index];
    if (!there) old.append(node);
    else if (there instanceof Element && node instanceof Element && there.tagName === node.tagName)
      become(there, node);
    else if (!there.isEqualNode(node)) there.replaceWith(node);
  }
}

/** Copies a text and says so for two seconds; where the browser does not let it, the text before the button is selected. */
async function copy(button: HTMLElement, text: string): Promise<void> {
  const shown = button.previousElementSibling;
  const words = button.querySelector("[aria-live]");
  let said = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!shown) return;
    getSelection()?.selectAllChildren(shown);
    said = "Selected, now copy it";
  }
  const say = (text: string) => {
    button.dataset.said = text;
    if (words) words.textContent = text;
  };
  say(said);
  setTimeout(() => say(""), 2000);
}

/** Hands a file to the phone's share sheet; a browser that has none downloads it, as without script. */
async function share(event: MouseEvent, link: HTMLAnchorElement): Promise<void> {
  const type = link.download.endsWith("pdf") ? "application/pdf" : "image/png";
  const fileOf = (parts: BlobPart[]) => new File(parts, link.download, { type });
  if (!navigator.canShare?.({ files: [fileOf([])] })) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error();
    await navigator.share({ files: [fileOf([await answer.blob()])] });
  } catch (error) {
    // Whoever closes the sheet wants nothing else.
    if ((error as Error).name !== "AbortError") location.assign(link.href);
  }
}

if (live) wait();
document.addEventListener("visibilitychange", ask);
addEventListener("online", ask);

document.addEventListener("click", (event) => {
  const { target } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("[data-share]");
  if (link) share(event, link);
  const button = target instanceof Element && target.closest<HTMLElement>("[data-copy], [data-print]");
  if (!button) return;
  if (button.dataset.copy) copy(button, button.dataset.copy);
  else print();
});

const sent = (form: HTMLFormElement) => form.querySelector("[aria-disabled]");
const again = (form: HTMLFormElement) => sent(form)?.removeAttribute("aria-disabled");

/** A button that was tapped shows it, and cannot be tapped twice. */
document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (sent(form)) return event.preventDefault();
  event.submitter?.setAttribute("aria-disabled", "true");
  setTimeout(again, ANSWER_MS, form);
});

/** The browser went back to the page as it was left. */
addEventListener("pageshow", () => {
  for (const form of document.forms) again(form);
  ask();
});
