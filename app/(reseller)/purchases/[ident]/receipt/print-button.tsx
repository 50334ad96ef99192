"use client";

import { Printer } from "lucide-react";
import { Button } from "../../../../ui/button.tsx";
import { PlainIcon } from "../../../../ui/plain-icon.tsx";

export function PrintButton() {
  return (
    <Button onClick={() => window.print()} variant="secondary" className="noscript:hidden">
      <PlainIcon icon={Printer} />
      Print
    </Button>
  );
}
