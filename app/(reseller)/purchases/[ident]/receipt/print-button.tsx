"use client";

import { Printer } from "lucide-react";
import { Button } from "#app/ui/button";
import { PlainIcon } from "#app/ui/plain-icon";

export function PrintButton() {
  return (
    <Button onClick={() => window.print()} variant="secondary" className="noscript:hidden">
      <PlainIcon icon={Printer} />
      Print
    </Button>
  );
}
