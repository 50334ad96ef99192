import { PublicFooter } from "#app/(public)/public-footer";
import { PublicHeader } from "#app/(public)/public-header";
import { findExamplePlan } from "#lib/api/openapi/find-example-plan";
import { type RenderedGuide, renderGuide } from "#lib/api/openapi/guide";
import { getCurrentCtx } from "#lib/request/actor";
import { markUnavailable } from "#lib/request/mark-unavailable";
import "./guide.css";

export const metadata = { title: "Guide for programmers" };

export default async function GuidePage() {
  const { intro, html, parts } = renderGuide(await markUnavailable(findExamplePlan(await getCurrentCtx())));
  return (
    <div className="mx-auto min-h-dvh max-w-5xl px-4 pb-6 md:px-8">
      <PublicHeader back={{ href: "/settings/api/reference", label: "API reference" }} />
      <main className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <Text html={intro} />
        <Contents parts={parts} />
        <Text html={html} />
        <a href="#contents" className={CONTENTS_LINK_CLASS}>
          Contents
        </a>
      </main>
      <PublicFooter />
    </div>
  );
}

const CONTENTS_LINK_CLASS = [
  "fixed right-4 bottom-4 inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4",
  "font-medium text-accent text-sm shadow-lift lg:hidden print:hidden",
].join(" ");

const CONTENTS_CLASS = [
  "scroll-mt-4 rounded-lg border border-line bg-surface px-4 py-2 max-lg:mt-6 print:hidden",
  "lg:sticky lg:top-6 lg:col-start-1 lg:row-span-2 lg:row-start-1",
].join(" ");

/** A part of docs/programmers.md. */
function Text({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it holds no input of users
  return <div className="guide lg:col-start-2" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The table of contents: beside the text, and before it on a phone. */
function Contents({ parts }: Pick<RenderedGuide, "parts">) {
  return (
    <nav id="contents" aria-label="Contents" className={CONTENTS_CLASS}>
      <ul className="text-sm max-lg:columns-2">
        {parts.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="flex min-h-10 items-center py-1 hover:text-accent">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
