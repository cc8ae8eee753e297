'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useState } from 'react';
import { ApiError } from '@/lib/api/api-error';
import { useOpenScenario as useOpening } from '@/lib/api/queries';
import type { MatrixColumn } from '@/lib/report/matrix';
import { findScenario } from '@/lib/scenarios/library';

/** What is to be said about opening a scenario. */
export interface OpeningNote {
  readonly text: string;
  /** Where the scenario is; null when it could not be opened. */
  readonly address: string | null;
}

/**
 * Opens a scenario of the library on the workbench, under a policy or one of its presets. Where the
 * workbench will differ from the scenario, that is said first, with the way there.
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
        const hint = error instanceof ApiError ? ` ${error.hint ?? ''}` : '';
        const why = error instanceof Error ? error.message : String(error);
        const text = `${scenario.name} could not be opened. ${why}${hint}`.trim();
        setNote({ text, address: null });
      }
    },
    [mutateAsync, router],
  );
  const forget = useCallback(() => setNote(null), []);
  return { open, opening, note, forget };
}
