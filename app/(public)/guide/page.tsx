import { PublicHeader } from "#app/(public)/public-header";
import { findExamplePlan } from "#lib/api/openapi/find-example-plan";
import { renderGuide } from "#lib/api/openapi/guide";
import { getCurrentCtx } from "#lib/request/actor";
import { markUnavailable } from "#lib/request/mark-unavailable";
import "./guide.css";

export const metadata = { title: "Guide for programmers" };

export default async function GuidePage() {
  const html = renderGuide(await markUnavailable(findExamplePlan(await getCurrentCtx())));
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-4 pb-12 md:px-8">
      <PublicHeader back={{ href: "/developers/reference", label: "API reference" }} />
      {/* From docs/programmers.md. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it holds no input of users */}
      <main className="guide" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
