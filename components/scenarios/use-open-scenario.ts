'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useState } from 'react';
import { ApiError } from '@/lib/api/api-error';
import { useOpenScenario as useOpening } from '@/lib/api/queries';
import type { MatrixColumn } from '@/lib/report/matrix';
import { findScenario } from '@/lib/scenarios/library';

/** Opens a scenario of the library on the workbench, under a policy or one of its presets. */
export function useOpenScenario() {
  const router = useRouter();
  const { mutateAsync } = useOpening();
  const [opening, setOpening] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const open = useCallback(
    async (id: string, { policy, settings }: MatrixColumn): Promise<void> => {
      const scenario = findScenario(id);
      if (!scenario) return;
      setOpening(id);
      setFault(null);
      try {
        const { name, session } = scenario;
        const { sessionId, search } = await mutateAsync({
          scenario: { name, sessions: [session] },
          policy,
          settings: settings as Record<string, string | number | boolean>,
        });
        router.push(`/sessions/${sessionId}${search}`);
      } catch (error) {
        setOpening(null);
        const hint = error instanceof ApiError ? ` ${error.hint ?? ''}` : '';
        const why = error instanceof Error ? error.message : String(error);
        setFault(`${scenario.name} could not be opened. ${why}${hint}`.trim());
      }
    },
    [mutateAsync, router],
  );
  return { open, opening, fault, forget: () => setFault(null) };
}
