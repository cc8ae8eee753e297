'use client';

import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';

/** What of a link had to be left out; stays until it is closed. */
export function NoticeBar({
  notices,
  onClose,
}: {
  readonly notices: readonly string[];
  readonly onClose: () => void;
}) {
  if (notices.length === 0) return null;
  return (
    <div
      role="alert"
      className="flex items-start gap-3 border-b border-line bg-band px-4 py-1.5 text-ink"
    >
      <ul className="min-w-0 flex-1 break-words">
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
      <Button variant="quiet" size="small" onClick={onClose} aria-label="Close the notice">
        <X size={14} aria-hidden="true" />
      </Button>
    </div>
  );
}
