import type { ReactNode } from "react";
import { PublicFooter } from "#app/(public)/public-footer";
import { PublicHeader } from "#app/(public)/public-header";
import { Disclosure } from "#app/ui/disclosure";
import { SupportLinks } from "#app/ui/page/support-links";
import { getOperatorContact } from "#lib/account/operator-contact";
import { readSettings } from "#lib/audit/settings/read-settings";
import { env } from "#lib/core/env";
import { pluralise } from "#lib/core/text/pluralise";
import { TABLES } from "#lib/modules";
import { privacySettings } from "#lib/privacy/privacy-settings";
import { listRetention } from "#lib/privacy/retention";
import { getCurrentCtx } from "#lib/request/actor";
import { markUnavailable } from "#lib/request/mark-unavailable";

export const metadata = { title: "Privacy notice" };

/** Explains the use of personal data to resellers and customers, and their rights. */
export default async function PrivacyPage() {
  const ctx = await getCurrentCtx();
  const [{ text }, contact] = await markUnavailable(
    Promise.all([readSettings(ctx, privacySettings), getOperatorContact(ctx)]),
  );
  const name = env().PORTAL_NAME;
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-4 pb-6 md:px-8">
      <PublicHeader />
      <main className="grid gap-8">
        <div>
          <h1 className="font-semibold text-2xl">Privacy notice</h1>
          <p className="mt-1 text-muted">What {name} knows about you, why, and for how long.</p>
          <p className="flex flex-wrap gap-x-6">
            <JumpLink href="#erasure">Erase your data</JumpLink>
            <JumpLink href="#contact">Contact</JumpLink>
          </p>
          {text && <p className="mt-4 whitespace-pre-line break-words">{text}</p>}
        </div>
        <Part title="Stored data">
          <ul className="list-disc space-y-2 pl-5">
            <li>
              If you order in a shop: the number that gets the data, your name and email if you give them, the
              plan, the price and the payment. If you agree to messages, your number for these, and whether
              they arrived.
            </li>
            <li>
              If you resell: your name, email and phone number, your purchases and wallet, your sign-ins with
              their network addresses, and the customers that you save. Where a bank asks for it, your BVN or
              NIN goes to the payment provider and isn’t stored here.
            </li>
            <li>
              If you only look: nothing but the cookie that a page needs. We don’t follow you, and show no
              adverts.
            </li>
          </ul>
        </Part>
        <Part title="Purposes">
          <ul className="list-disc space-y-2 pl-5">
            <li>To deliver what you order, and to refund you: that’s our contract with you.</li>
            <li>To keep the books, and to answer courts and regulators: the law asks for it.</li>
            <li>
              To prevent fraud and to keep accounts safe: that’s in the interest of everyone who uses the
              portal.
            </li>
            <li>To send you messages about your order: only if you agree, and until you stop them.</li>
          </ul>
        </Part>
        <Part title="Recipients">
          <p>
            The network and its suppliers get the number, to deliver. Payment providers get what a payment
            needs. Message providers get your number and the text, if you agreed to messages. The shop that
            you order from sees your order. We don’t sell or share it beyond that.
          </p>
        </Part>
        <Part title="Retention">
          <p>
            Purchases, payments and entries of the ledger stay, with the number that got the data, because the
            books need them. The rest is deleted, each kind after its own period.
          </p>
          <Disclosure title="Periods">
            <dl className="divide-y divide-line border-line border-y text-sm">
              {listRetention(TABLES).map(({ data, days }) => (
                <div key={data} className="flex justify-between gap-4 py-2">
                  <dt className="min-w-0">{data.charAt(0).toUpperCase() + data.slice(1)}</dt>
                  <dd className="whitespace-nowrap text-muted">{formatDays(days)}</dd>
                </div>
              ))}
            </dl>
          </Disclosure>
        </Part>
        <Part title="Your rights">
          <p>
            You may ask what we know about you, get a copy, have mistakes corrected, have your data erased,
            object, and take back an agreement. Resellers download their data in their settings. Each message
            has a link that stops messages.
          </p>
        </Part>
        <Part id="erasure" title="Erase your data">
          <ol className="list-decimal space-y-2 pl-5">
            <li>Write to us from the number or the email that we know: see Contact, below.</li>
            <li>
              We check that it’s you. If you resell, we pay out your balance and close your account first.
            </li>
            <li>
              We erase your name, email, customers, messages and sign-ins. Purchases and payments stay with
              their number, because the books need them.
            </li>
          </ol>
        </Part>
        <Part id="contact" title="Contact">
          <SupportLinks
            contact={contact}
            message="Hello, about my personal data"
            otherwise={<p>{name} hasn’t published its contact yet.</p>}
          >
            about your data
          </SupportLinks>
          <p className="mt-3">
            If you ordered in a shop, you can also ask the shop: its contact is on the page of your order.
          </p>
          <p className="mt-3">
            You may complain to the data protection authority: in Nigeria the Nigeria Data Protection
            Commission, ndpc.gov.ng.
          </p>
        </Part>
        <Part title="Protection">
          <p>
            Connections are encrypted, and so are secrets in the database. Staff see only what their role
            permits, and each action is recorded. If your data is ever at risk, we tell you and the authority.
          </p>
        </Part>
      </main>
      <PublicFooter />
    </div>
  );
}

function JumpLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
    >
      {children}
    </a>
  );
}

function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="scroll-mt-4">
      <h2 className="mb-2 font-semibold text-lg">{title}</h2>
      {children}
    </section>
  );
}

function formatDays(days: number): string {
  if (days < 1) return pluralise(Math.round(days * 24), "hour", "hours");
  return days % 365 === 0
    ? pluralise(days / 365, "year", "years")
    : pluralise(Math.round(days), "day", "days");
}
