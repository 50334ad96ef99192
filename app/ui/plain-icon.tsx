import type { LucideIcon } from "lucide-react";
import { createElement, type ReactElement, type ReactNode } from "react";

export interface IconProps {
  className?: string;
  "aria-hidden"?: boolean;
}

type Drawn = [tag: string, attributes: Record<string, string>];
type Forwarding = { render(props: object): ReactElement<{ icon: { node: Drawn[] } }> };

/**
 * An icon as plain SVG, which can be rendered anywhere. Lucide's own component asks a context for its size, and is
 * therefore one of the browser's: here it gives only its drawing.
 */
export function plainIcon(icon: LucideIcon): (props: IconProps) => ReactNode {
  const { node } = (icon as unknown as Forwarding).render({}).props.icon;
  const drawing = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (props) => (
    <svg
      aria-hidden="true"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {drawing}
    </svg>
  );
}
