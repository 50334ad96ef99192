"use client";

import { Button } from "#app/ui/button";
import type { ButtonVariant } from "#app/ui/button-class.ts";
import { Printer } from "#app/ui/icon/icons.ts";

export function PrintButton({ variant = "secondary" }: { variant?: ButtonVariant }) {
  return (
    <Button onClick={() => window.print()} variant={variant} className="noscript:hidden">
      <Printer />
      Print
    </Button>
  );
}
