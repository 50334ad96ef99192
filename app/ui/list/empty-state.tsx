import type { ReactNode } from "react";
import type { Icon } from "#app/ui/icon/define-icon";

interface Props {
  icon?: Icon;
  title: string;
  /** Set where the whole page is this. */
  wholePage?: boolean;
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, wholePage, children, action }: Props) {
  const Heading = wholePage ? "h1" : "h2";
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center md:py-14">
      {Icon && (
        <span className="mb-4 grid size-12 place-items-center rounded-lg bg-sunken text-muted">
          <Icon aria-hidden className="size-6" />
        </span>
      )}
      <Heading className="font-semibold text-lg">{title}</Heading>
      <div className="mt-1 max-w-sm text-muted">{children}</div>
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
