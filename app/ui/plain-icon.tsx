import type { LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";

export interface IconProps {
  className?: string;
  "aria-hidden"?: boolean;
}

type IconElement = [tag: string, attributes: Record<string, string>];
type IconComponent = { render(props: object): ReactElement<{ icon: { node: IconElement[] } }> };

/** An icon as plain SVG, by lucide's: see `PlainIcon`. */
export function plainIcon(icon: LucideIcon): (props: IconProps) => ReactNode {
  return (props) => <PlainIcon icon={icon} {...props} />;
}

/**
 * An icon as plain SVG, which can be rendered anywhere. Lucide's own component asks a context for its size, and is
 * therefore one of the browser's: here it gives only its drawing, as one piece of text rather than an element per line.
 */
export function PlainIcon({ icon, className, ...props }: IconProps & { icon: LucideIcon }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={cx("icon", className)}
      {...props}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: lucide's own drawing
      dangerouslySetInnerHTML={{ __html: getDrawing(icon) }}
    />
  );
}

const drawingCache = new WeakMap<LucideIcon, string>();

function getDrawing(icon: LucideIcon): string {
  const cached = drawingCache.get(icon);
  if (cached !== undefined) return cached;
  const { node } = (icon as unknown as IconComponent).render({}).props.icon;
  const drawing = node.map(([tag, { key: _, ...attributes }]) => {
    const markup = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    return `<${tag}${markup.join("")}/>`;
  });
  drawingCache.set(icon, drawing.join(""));
  return drawing.join("");
}
