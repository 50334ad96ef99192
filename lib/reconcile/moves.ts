import type { Minor } from "#lib/core/money";
import type { Evidence, Link, Send, Span } from "./evidence.ts";

/** A move of the balance that no link shows: one that may have happened, or (`must`) one that did. */
export interface Loose extends Span {
  amount: Minor;
  must: boolean;
  /** It happened, even if it may have been before the first link or after the last. */
  known?: true;
  /** A return can only follow its charge: the loose move, or the link, that took the money. */
  needs?: { loose: number } | { link: number } | undefined;
}

/** An unconfirmed purchase with its own loose moves. */
export interface Open {
  send: Send;
  charge: number | undefined;
  refund: number;
  /** The link that shows its charge, by index. */
  link: number | undefined;
  /** It may have happened before the first balance that is known: nothing can be said of it. */
  unseen: boolean;
}

/** A time in which nothing unknowable happened, with all that may have happened in it. */
export interface Stretch extends Span {
  /** By start. A link that begins before the stretch may lie before it, one that ends after it behind it. */
  links: readonly Link[];
  loose: readonly Loose[];
  opens: readonly Open[];
  /** Until when the first known balance was known at the latest. */
  headTo: number;
}

/** The part of the evidence that lies between two instants. */
export function stretchOf(evidence: Evidence, span: Span): Stretch {
  const within = ({ from, to }: Span) => to >= span.from && from < span.to;
  const links = evidence.links.filter(within).sort((a, b) => a.from - b.from || a.id - b.id);
  const places = new Map(links.map((link, index) => [link.id, index]));
  const headTo = links.reduce(
    (least, link) => (link.from >= span.from ? Math.min(least, link.to) : least),
    span.to,
  );
  const loose: Loose[] = [];
  const add = (move: Loose) => loose.push(move) - 1;
  const inHead = ({ from }: Span) => from <= headTo;

  for (const { amount, from, to } of evidence.known.filter(within)) {
    add({ amount, from, to, must: !inHead({ from, to }) && to < span.to, known: true });
  }
  for (const { amount, from, to, after } of evidence.returns.filter(within)) {
    const place = places.get(after);
    const free = inHead({ from, to }) || place === undefined;
    add({ amount, from, to, must: false, needs: free ? undefined : { link: place } });
  }
  const opens = evidence.sends
    .filter(({ from, refundTo }) => within({ from, to: refundTo }))
    .map((send): Open => openOf(send, places, inHead(send), add));
  return { ...span, links, loose, opens, headTo };
}

function openOf(
  send: Send,
  places: ReadonlyMap<number, number>,
  inHead: boolean,
  add: (move: Loose) => number,
): Open {
  const link = send.charged === undefined ? undefined : places.get(send.charged);
  const told = send.charged !== undefined;
  const unseen = inHead || (told && link === undefined);
  const { from, to, refundTo, cost } = send;
  const charge = told ? undefined : add({ amount: -cost, from, to, must: false });
  const needs = charge !== undefined ? { loose: charge } : link !== undefined ? { link } : undefined;
  const refund = add({ amount: cost, from, to: refundTo, must: false, needs: unseen ? undefined : needs });
  return { send, charge, refund, link, unseen };
}
