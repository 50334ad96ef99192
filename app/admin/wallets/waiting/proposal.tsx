import { dayWords, neededFor } from "#lib/audit/second-admin";
import { formatMoney } from "#lib/core/money";
import type { WaitingProposal } from "#lib/reconcile/admin/proposal-list";
import { Money } from "../../../ui/money.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { Time } from "../../../ui/time.tsx";
import { ConfirmForm } from "../../confirm-form.tsx";
import { Difference } from "../../difference.tsx";
import { confirmProposal, withdrawProposal } from "../actions.ts";

const WORDS: Record<WaitingProposal["kind"], string> = {
  settle: "Decide an unconfirmed purchase",
  credit: "Credit",
  debit: "Debit",
  claw_back: "Claw back",
  correction: "Reverse an entry",
  funding: "Approve a payment",
  suspense: "Note that money in suspense was sent back",
  reversal: "Reverse a purchase",
  deposit: "Record an upstream deposit",
  settlement: "Accept a settlement discrepancy",
  refund: "End a refund",
  settings: "Change the daily limit",
};

/** What it is; of money in suspense, what is to become of it. */
function wordsOf({ kind, outcome, reseller, byProvider, change, whose }: WaitingProposal): string {
  if (change?.change === "role") return `Give ${whose} a role`;
  if (change?.change === "instructions") return "Change the payment instructions";
  if (change?.change === "permissions") return "Change what a role may do";
  if (kind === "suspense" && reseller) return "Put money from suspense into a wallet";
  if (kind === "suspense" && byProvider) return "Have a provider send money in suspense back";
  return WORDS[kind] + (outcome ? (outcome === "successful" ? ": delivered" : ": money back") : "");
}

/** What one admin wants to do, and the ways to confirm it or turn it down; whoever proposed it can only take it back. */
export function Proposal({ waiting }: { waiting: WaitingProposal }) {
  const { id, amount, change, day, reason, by, own, at } = waiting;
  return (
    <li className="grid gap-4 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <p className="font-medium">{wordsOf(waiting)}</p>
        {change ? (
          <Difference before={change.before} after={change.after} />
        ) : (
          <p>
            <Money text={formatMoney(amount)} size="lg" />
          </p>
        )}
        <About waiting={waiting} />
        {day && <p className="mt-1 text-sm">{dayWords(day, own ? "you" : by)}</p>}
        <p className="mt-1 break-words text-muted text-sm">
          {own ? "You propose it" : `${by} proposes it`}, <Time at={at} />: “{reason}”
        </p>
      </div>
      <ConfirmForm
        needs={neededFor(waiting.kind)}
        id={id}
        own={own}
        confirm={confirmProposal}
        withdraw={withdrawProposal}
        hint={change ? "Nothing changes." : "No money moves."}
      />
    </li>
  );
}

/** Whose money it is, and the purchase that it is about. */
function About({ waiting: { reseller, ident } }: { waiting: WaitingProposal }) {
  if (!reseller) return null;
  const link = "underline underline-offset-4";
  return (
    <p className="break-words">
      <PageLink href={`/admin/wallets/${reseller.id}`} className={link}>
        {reseller.name}
      </PageLink>
      {ident && (
        <>
          ,{" "}
          <PageLink href={`/admin/purchases/${ident}`} className={link}>
            {ident}
          </PageLink>
        </>
      )}
    </p>
  );
}
