'use client';

import { useEffect, useState } from 'react';

const SHOWN_MS = 2_000;

/** Copies a text, and says so for a moment. */
export function useCopy(text: string): { readonly copied: boolean; readonly copy: () => void } {
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setCopied(text));
  return { copied: copied === text, copy };
}
