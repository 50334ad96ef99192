"use client";

import { Button } from "#app/ui/button";
import { Printer } from "#app/ui/icon/icons.ts";

export function PrintButton() {
  return (
    <Button onClick={() => window.print()} variant="secondary" className="noscript:hidden">
      <Printer />
      Print
    </Button>
  );
}
