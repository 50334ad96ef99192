"use client";

import { Printer } from "lucide-react";
import { Button } from "../../../../ui/button.tsx";

export function PrintButton() {
  return (
    <Button onClick={() => window.print()} variant="secondary" className="noscript:hidden">
      <Printer aria-hidden />
      Print
    </Button>
  );
}
