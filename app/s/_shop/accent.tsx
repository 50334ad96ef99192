import type { CSSProperties, ReactNode } from "react";

/** Gives everything inside the shop's own accent colour. */
export function Accent({
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
