import { readGiven } from "../../read-given.ts";

export const dynamic = "force-dynamic";

/** Nothing but the HTML that was given: the framework's own cost of so many bytes. */
export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const html = { __html: readGiven((await params).name) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what a page of the portal answered
  return <div dangerouslySetInnerHTML={html} />;
}
