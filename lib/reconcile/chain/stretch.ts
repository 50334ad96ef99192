import type { Minor } from "#lib/core/money/money";
import type { BalanceLink, Evidence, Send, Span } from "./evidence.ts";

/** A move of the balance that no link shows: one that may have happened, or (`must`) one that did. */
export interface LooseMove extends Span {
  /** Its name in all evidence: "c12" is the charge of send 12, "r12" its refund. */
  key: string;
  amount: Minor;
  must: boolean;
  /** It is the charge or refund of an open purchase. */
  ofOpen?: true;
  /** It happened, even if it may have been before the first link or after the last. */
  known?: true;
  /** A return can only follow its charge: the loose move, or the link, that took the money. */
  needs?: { loose: number } | { link: number } | undefined;
}

/** An unconfirmed purchase with its own loose moves. */
export interface OpenPurchase {
  send: Send;
  charge: number | undefined;
  refund: number;
  /** The link that shows its charge, by index. */
  link: number | undefined;
  /** It may have happened before the first balance that is known: nothing can be said of it. */
  unseen: boolean;
}

/** A time in which the balance moved only by known things, with everything that may have happened in it. */
export interface Stretch extends Span {
  /** In the order of their start. One that reaches over an end of the stretch may be outside of it. */
  links: readonly BalanceLink[];
  loose: readonly LooseMove[];
  opens: readonly OpenPurchase[];
  /** The first balance is known by then at the latest. */
  headTo: number;
}

/** The part that is walked already: links before `base` are placed. */
export interface StretchStart {
  headTo: number | undefined;
  base: { from: number; id: number };
}

/** The index of a link that was placed long ago and is no longer part of the evidence. */
const PLACED_EARLIER = -1;

/** Selects the evidence between two instants, without the part that is walked already. */
export function createStretch(evidence: Evidence, span: Span, walked?: StretchStart): Stretch {
  const within = ({ from, to }: Span) => to >= span.from && from < span.to;
  const isLeft = ({ from, id }: BalanceLink) =>
    !walked || from > walked.base.from || (from === walked.base.from && id >= walked.base.id);
  const links = evidence.links
    .filter((link) => within(link) && isLeft(link))
    .sort((a, b) => a.from - b.from || a.id - b.id);
  const places = new Map(links.map((link, index) => [link.id, index]));
  const headTo = links.reduce(
    (least, link) => (link.from >= span.from ? Math.min(least, link.to) : least),
    walked?.headTo ?? span.to,
  );
  const inHead = ({ from }: Span) => from <= headTo;
  /** The index of a link that took money; undefined when it lies before the stretch. */
  const placeOf = (id: number, span: Span) =>
    places.get(id) ?? (walked?.headTo !== undefined && !inHead(span) ? PLACED_EARLIER : undefined);

  const loose: LooseMove[] = [];
  const add = (move: LooseMove) => loose.push(move) - 1;
  const same = new Map<string, number>();
  for (const { amount, from, to } of evidence.known.filter(within)) {
    const name = `k${from} ${to} ${amount}`;
    const nth = (same.get(name) ?? 0) + 1;
    same.set(name, nth);
    const must = !inHead({ from, to }) && to < span.to;
    add({ key: `${name} ${nth}`, amount, from, to, must, known: true });
  }
  for (const { amount, from, to, after } of evidence.returns.filter(within)) {
    const place = placeOf(after, { from, to });
    const free = inHead({ from, to }) || place === undefined;
    add({ key: `b${after}`, amount, from, to, must: false, needs: free ? undefined : { link: place } });
  }
  const opens = evidence.sends
    .filter(({ from, refundTo }) => within({ from, to: refundTo }))
    .map((send): OpenPurchase => {
      const link = send.charged === undefined ? undefined : placeOf(send.charged, send);
      return createOpenPurchase(send, link, inHead(send), add);
    });
  return { ...span, links, loose, opens, headTo };
}

function createOpenPurchase(
  send: Send,
  link: number | undefined,
  inHead: boolean,
  add: (move: LooseMove) => number,
): OpenPurchase {
  const isCharged = send.charged !== undefined;
  const unseen = inHead || (isCharged && link === undefined);
  const { id, from, to, refundTo, cost } = send;
  const bounds = { from, must: false, ofOpen: true } as const;
  const charge = isCharged ? undefined : add({ ...bounds, key: `c${id}`, amount: -cost, to });
  const needs = charge !== undefined ? { loose: charge } : link !== undefined ? { link } : undefined;
  const refund = add({
    ...bounds,
    key: `r${id}`,
    amount: cost,
    to: refundTo,
    needs: unseen ? undefined : needs,
  });
  return { send, charge, refund, link, unseen };
}
