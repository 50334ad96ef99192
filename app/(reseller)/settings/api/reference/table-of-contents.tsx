import type { ReactNode } from "react";
import { Disclosure } from "#app/ui/disclosure";

export interface ContentsGroup {
  title: string;
  links: readonly { href: string; label: string }[];
}

interface Props {
  groups: readonly ContentsGroup[];
  /** The sections that the links lead to. */
  children: ReactNode;
}

/** A long page with its table of contents: beside it on a wide screen, in view, else above it. */
export function TableOfContents({ groups, children }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8">
      <Disclosure title="On this page" className="lg:hidden">
        <ContentsLinks groups={groups} />
      </Disclosure>
      <div className="max-lg:hidden">
        <div className="sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto">
          <ContentsLinks groups={groups} />
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </div>
  );
}

function ContentsLinks({ groups }: Pick<Props, "groups">) {
  return (
    <nav aria-label="On this page" className="flex flex-col gap-4 text-sm">
      {groups.map(({ title, links }) => (
        <div key={title}>
          <p className="font-medium">{title}</p>
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <a
                  href={href}
                  className="flex min-h-11 items-center break-all text-muted hover:text-ink hover:underline lg:min-h-7"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
