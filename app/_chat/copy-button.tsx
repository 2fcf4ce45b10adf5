"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/app/_ui/icon-button";

const shownMs = 1_500;

export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <IconButton
      label={copied ? "Copied" : label}
      size="sm"
      onClick={async () => {
        await navigator.clipboard.writeText(text);
        setCopied(true);
        setTimeout(() => setCopied(false), shownMs);
      }}
    >
      {copied ? <Check /> : <Copy />}
    </IconButton>
  );
}
