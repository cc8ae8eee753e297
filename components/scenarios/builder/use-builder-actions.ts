'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useState } from 'react';
import { getScenario } from '@/lib/api/client';
import { useDeleteScenario, useOpenScenario, useSaveScenario } from '@/lib/api/queries/queries';
import { policyOrDefault } from '@/lib/policies/registry';
import { newPlan, type ScenarioPlan } from '@/lib/readers/scenarios/plan';
import { exportPlan, importPlans } from '@/lib/readers/scenarios/plan-file';
import { planScenario } from '@/lib/readers/scenarios/plan-scenario';
import { reasonOf } from '../open-scenario';
import { fileName, saveFile } from '@/components/ui/save-file';
import type { Builder } from './use-builder';

/** A short message at the bottom of the page. */
interface Message {
  readonly text: string;
  readonly bad: boolean;
  readonly undo: (() => void) | null;
}

const copyName = (name: string): string => `${name.slice(0, 113)} (copy)`;

/** Actions of the builder's buttons. */
export function useBuilderActions(builder: Builder) {
  const { draft, good, saved, edited, dispatch } = builder;
  const router = useRouter();
  const [message, setMessage] = useState<Message | null>(null);
  const [choices, setChoices] = useState<readonly ScenarioPlan[]>([]);
  const saving = useSaveScenario();
  const opening = useOpenScenario();
  const { mutateAsync: removeAsync } = useDeleteScenario();

  const fail = useCallback((what: string, error: unknown): void => {
    setMessage({ text: `${what} ${reasonOf(error)}`, bad: true, undo: null });
  }, []);

  /** Loads a plan into the form; unsaved work can be restored by undo. */
  const load = useCallback(
    (plan: ScenarioPlan, as: Builder['saved'], text: string): void => {
      dispatch({ type: 'load', plan, saved: as });
      const undo = edited ? () => dispatch({ type: 'load', plan: draft, saved }) : null;
      setMessage({ text, bad: false, undo });
    },
    [dispatch, draft, edited, saved],
  );

  const save = (): void => {
    saving.mutate(
      { plan: good, id: saved?.id },
      {
        onSuccess: ({ id, plan }) => dispatch({ type: 'saved', saved: { id, plan } }),
        onError: (error) => {
          // Deleted elsewhere: the next save creates it again.
          if (error.code === 'not-found' && saved) dispatch({ type: 'forgotten', id: saved.id });
          fail('The scenario could not be saved.', error);
        },
      },
    );
  };

  const duplicate = (): void => {
    saving.mutate(
      { plan: { ...good, name: copyName(good.name) } },
      {
        onSuccess: ({ id, plan }) => load(plan, { id, plan }, `Saved as ${plan.name}.`),
        onError: (error) => fail('The scenario could not be duplicated.', error),
      },
    );
  };

  const open = (): void => {
    opening.mutate(
      { scenario: planScenario(good), policy: policyOrDefault(good.policy).id },
      {
        onSuccess: ({ sessionId, search }) => router.push(`/sessions/${sessionId}${search}`),
        onError: (error) => fail('The scenario could not be opened.', error),
      },
    );
  };

  const importFile = async (file: File): Promise<void> => {
    const read = importPlans(await file.text());
    if (!read.ok) {
      const { message: why, at } = read.error;
      return fail(
        `${file.name} could not be read.`,
        new Error(at === '$' ? why : `${why} At ${at}`),
      );
    }
    const [only] = read.value;
    if (read.value.length > 1) setChoices(read.value);
    else if (only) load(only, null, `Imported ${only.name}.`);
  };

  const openSaved = async (id: string): Promise<void> => {
    try {
      const { plan } = await getScenario(id);
      load(plan, { id, plan }, `Opened ${plan.name}.`);
    } catch (error) {
      fail('The scenario could not be opened.', error);
    }
  };

  const remove = async (id: string, name: string): Promise<void> => {
    const run = async ({ undo = false } = {}): Promise<boolean> => {
      try {
        await removeAsync({ id, undo });
        return true;
      } catch (error) {
        fail(`${name} could not be ${undo ? 'restored' : 'deleted'}.`, error);
        return false;
      }
    };
    if (!(await run())) return;
    dispatch({ type: 'forgotten', id });
    setMessage({ text: `Deleted ${name}.`, bad: false, undo: () => void run({ undo: true }) });
  };

  return {
    message,
    forget: useCallback(() => setMessage(null), []),
    choices,
    choose: (plan: ScenarioPlan | null) => {
      setChoices([]);
      if (plan) load(plan, null, `Imported ${plan.name}.`);
    },
    save,
    duplicate,
    open,
    busy: saving.isPending || opening.isPending,
    opening: opening.isPending || opening.isSuccess,
    exportFile: () => saveFile(fileName(good.name), 'application/json', exportPlan(good)),
    importFile,
    openSaved,
    remove,
    startNew: () => load(newPlan, null, 'A new scenario.'),
  };
}

/** Result of {@link useBuilderActions}. */
export type BuilderActions = ReturnType<typeof useBuilderActions>;
