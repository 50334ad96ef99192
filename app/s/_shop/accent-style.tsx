import type { CSSProperties, ReactNode } from "react";

/** Applies the shop's accent colour to its children. */
export function AccentStyle({
  hue,
  children,
  className,
}: {
  hue: number;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={`shop ${className ?? ""}`} style={{ "--shop-hue": hue } as CSSProperties}>
      {children}
    </div>
  );
}
