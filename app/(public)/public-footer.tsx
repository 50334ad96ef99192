import { PageLink } from "#app/ui/page/page-link";

const LINKS = [
  { href: "/status", label: "Network status" },
  { href: "/privacy", label: "Privacy" },
  { href: "/guide", label: "For programmers" },
];

/** The foot of a page that visitors read: the other ones. */
export function PublicFooter() {
  return (
    <footer className="mt-10 flex flex-wrap gap-x-6 border-line border-t py-4 text-sm print:hidden">
      {LINKS.map(({ href, label }) => (
        <PageLink
          key={href}
          href={href}
          className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          {label}
        </PageLink>
      ))}
    </footer>
  );
}
