import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";

export interface IconProps {
  className?: string;
  "aria-hidden"?: boolean;
}

export type Icon = (props: IconProps) => ReactNode;

/**
 * Makes an icon of its drawing, the content of an SVG in a square of 24:
 * one piece of text rather than an element per line.
 */
export const defineIcon =
  (drawing: string): Icon =>
  ({ className, ...props }) => (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={cx("icon", className)}
      {...props}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  );
