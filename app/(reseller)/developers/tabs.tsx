import { cx } from "../../ui/cx.ts";
import { PageLink } from "../../ui/page-link.tsx";

const TABS = [
  { href: "/developers", label: "Tokens" },
  { href: "/developers/webhooks", label: "Webhooks" },
  { href: "/developers/reference", label: "Reference" },
] as const;

/** The three pages for programs. */
export function Tabs({ at }: { at: (typeof TABS)[number]["href"] }) {
  return (
    <nav aria-label="Developers" className="mb-5 flex gap-1 border-line border-b">
      {TABS.map(({ href, label }) => (
        <PageLink
          key={href}
          href={href}
          aria-current={href === at ? "page" : undefined}
          className={cx(
            "-mb-px inline-flex min-h-11 items-center border-b-2 px-3 font-medium text-sm",
            href === at ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  );
}
