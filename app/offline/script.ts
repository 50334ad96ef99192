/* Returns from the offline page to the page that was asked for. */

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

// Waits, because a portal that responds may not serve pages yet.
reloadWhenOnline(2_000);
addEventListener("online", () => reloadWhenOnline(0));
document.querySelector("button")?.addEventListener("click", () => location.reload());
