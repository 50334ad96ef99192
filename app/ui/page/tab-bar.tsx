import { CurrentInView } from "./current-in-view.tsx";
import { PageLink } from "./page-link.tsx";

const TAB_CLASS = [
  "inline-flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-muted",
  "hover:text-ink aria-[current]:border-accent aria-[current]:text-ink",
].join(" ");

interface Props<T extends string> {
  label: string;
  tabs: readonly { href: T; label: string }[];
  current: T;
}

/** The pages of one section side by side, as links; on a phone they scroll sideways. */
export function TabBar<T extends string>({ label, tabs, current }: Props<T>) {
  return (
    <nav
      aria-label={label}
      className="section-tabs relative -mx-4 -mt-2 mb-5 overflow-x-auto border-line border-b px-1 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      <CurrentInView key={current} />
      <ul className="flex">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <PageLink
              href={tab.href}
              aria-current={tab.href === current ? "page" : undefined}
              className={TAB_CLASS}
            >
              {tab.label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
