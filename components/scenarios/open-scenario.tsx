'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useState } from 'react';
import Link from 'next/link';
import { ApiError } from '@/lib/api/api-error';
import { useOpenScenario as useOpening } from '@/lib/api/queries/queries';
import type { MatrixColumn } from '@/lib/answers/report/outcome/matrix';
import { findScenario } from '@/lib/readers/scenarios/catalogue';
import { classNames } from '@/components/ui/class-names';
import { Toast } from '@/components/library/toast';

/** Error of a failed request, with the server's advice. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.message} ${error.hint ?? ''}`.trim();
  return error instanceof Error ? error.message : String(error);
}

/** Says, before a scenario is opened, that this adds a session; describes the element that opens it. */
export function AddsSession(props: { readonly id?: string; readonly className?: string }) {
  return (
    <p id={props.id} className={classNames('text-ink2', props.className)}>
      {ADDS_SESSION}
    </p>
  );
}

export const ADDS_SESSION =
  'The workbench shows sessions of the library. To open a scenario there, it is added to the library as a generated session; one that is there already is opened.';

/** Message about opening a scenario. */
interface OpeningNote {
  readonly text: string;
  /** Address of the scenario; null if it could not be opened. */
  readonly address: string | null;
}

/**
 * Opens a scenario of the library on the workbench, under a policy or one of its presets. If the
 * workbench will differ from the scenario, a note says so first, with the link.
 */
export function useOpenScenario() {
  const router = useRouter();
  const { mutateAsync } = useOpening();
  const [opening, setOpening] = useState<string | null>(null);
  const [note, setNote] = useState<OpeningNote | null>(null);
  const open = useCallback(
    async (id: string, { policy, settings }: MatrixColumn): Promise<void> => {
      const scenario = findScenario(id);
      if (!scenario) return;
      setOpening(id);
      setNote(null);
      try {
        const { name, session } = scenario;
        const { sessionId, search, notices } = await mutateAsync({
          scenario: { name, sessions: [session] },
          policy,
          settings: settings as Record<string, string | number | boolean>,
        });
        const address = `/sessions/${sessionId}${search}`;
        if (notices.length === 0) return router.push(address);
        setOpening(null);
        setNote({ text: notices.join(' '), address });
      } catch (error) {
        setOpening(null);
        const text = `${scenario.name} could not be opened. ${reasonOf(error)}`;
        setNote({ text, address: null });
      }
    },
    [mutateAsync, router],
  );
  const forget = useCallback(() => setNote(null), []);
  return { open, opening, note, forget };
}

/** The error of opening a scenario, or the differences on the workbench. */
export function OpeningToast(props: {
  readonly note: OpeningNote | null;
  readonly onClose: () => void;
}) {
  const { note, onClose } = props;
  if (note === null) return null;
  const { text, address } = note;
  return (
    <Toast key={text} text={text} onClose={onClose} bad={address === null}>
      {address === null ? null : (
        <Link href={address} className="whitespace-nowrap text-accent underline">
          Open anyway
        </Link>
      )}
    </Toast>
  );
}
