'use client';

import Link from 'next/link';
import { Toast } from '@/components/sessions/toast';
import type { OpeningNote } from './use-open-scenario';

/** Why a scenario was not opened, or what the workbench will not show of it. */
export function OpeningToast({
  note,
  onClose,
}: {
  readonly note: OpeningNote | null;
  readonly onClose: () => void;
}) {
  if (note === null) return null;
  const { text, address } = note;
  return (
    <Toast key={text} text={text} onClose={onClose} bad={address === null}>
      {address === null ? null : (
        <Link href={address} className="whitespace-nowrap text-accent underline">
          Open it so
        </Link>
      )}
    </Toast>
  );
}
