import type { Dialect, Happening } from "./dialect.ts";
import type { NoticeFault } from "./faults.ts";
import { type Entry, note, type World } from "./world.ts";

const TIMEOUT_MS = 60_000;

type NoticeEntry = Extract<Entry, { what: "notice" }>;

/**
 * Tells the portal what happened, signed as the provider signs, again and again until it is taken. Resolves at once,
 * or after the first try when a fault wants the notice there before the browser returns.
 */
export async function notify(world: World, dialect: Dialect, happening: Happening): Promise<void> {
  const notice = dialect.notice(happening);
  const payment =
    happening.kind === "refund"
      ? happening.refund.payment
      : "payment" in happening
        ? happening.payment
        : null;
  const ofShop = payment?.ofShop ?? false;
  const { notices, shopNotices } = world.settings;
  const to = ofShop ? shopNotices : notices && `${notices}/${dialect.name}/notice`;
  if (!notice || to === null) return;
  const fault = (world.faults.take("notice", dialect.name)?.fault ?? null) as NoticeFault | null;
  if (fault === "other-amount") dialect.lie(notice.body, { amount: 12_345_600n });
  if (fault === "other-currency") dialect.lie(notice.body, { currency: "USD" });
  const body = JSON.stringify(notice.body);
  const signed = dialect.sign(
    fault === "wrong-signature" ? `${body} ` : body,
    ofShop ? world.settings.shopKey : null,
  );
  const entry = note(world, dialect.name, {
    what: "notice",
    event: notice.event,
    body,
    fault,
    tries: 0,
    status: null,
  });
  const deliver = () => attempt(world, dialect, entry as NoticeEntry, { to, body, signed }, 0);
  if (fault === "never") return;
  if (fault === "before-redirect") return deliver();
  if (fault === "late" || fault === "reordered") {
    world.kept.push({ why: fault, send: () => void deliver() });
    return;
  }
  world.gate.later(world.settings.noticeMs, async () => {
    await deliver();
    if (fault === "twice") await deliver();
    // What was kept back to come out of order follows the one that overtook it.
    letGo(world, "reordered");
  });
}

/** Sends the notices that were kept back; returns how many. */
export function letGo(world: World, why: "reordered" | "late"): number {
  const going = world.kept.filter((one) => one.why === why);
  world.kept = world.kept.filter((one) => one.why !== why);
  for (const one of going) one.send();
  return going.length;
}

async function attempt(
  world: World,
  dialect: Dialect,
  entry: NoticeEntry,
  sending: { to: string; body: string; signed: Record<string, string> },
  tried: number,
): Promise<void> {
  const status = await post(sending.to, sending.body, sending.signed);
  entry.tries += 1;
  entry.status = status;
  world.log.touch(entry);
  const wait = dialect.retries[tried];
  if (status === 200 || wait === undefined) return;
  const again = () => void attempt(world, dialect, entry, sending, tried + 1);
  world.gate.later(Math.ceil(wait / world.settings.haste), again);
}

async function post(url: string, body: string, signed: Record<string, string>): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { "content-type": "application/json", ...signed };
    const answer = await fetch(url, { method: "POST", body, headers, redirect: "manual", signal });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}
