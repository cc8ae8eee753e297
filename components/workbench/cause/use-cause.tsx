'use client';

import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { Clause, Evidence } from '@/lib/analysis/explain/cause/cause';
import type { CauseSubject } from '@/lib/analysis/explain/cause/context';
import { explainStep, type Explanation } from '@/lib/analysis/explain/cause/explain-step';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import { useToolNames } from '@/lib/api/queries/entry-queries';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import type { Frame } from '../state/frame';

/** The selected step's cause, what it is read from, and the numbers of its evidence. */
interface StepCause {
  readonly frame: Frame;
  readonly explanation: Explanation;
  readonly subject: CauseSubject;
  /** Sentences with a number, in its order from 1. */
  readonly numbered: readonly Clause[];
}

const CauseContext = createContext<StepCause | null>(null);

/** Explains the selected step once, for every panel that shows a part of it. */
export function CauseProvider({ children }: { readonly children: ReactNode }) {
  const { record, store, opening } = useWorkbench();
  const frame = useLateFrame();
  const tools = useToolNames(record.row.id).data ?? null;
  const { agent } = record.source;
  const subject = useMemo(
    () => causeSubject(store.session, opening, { agent, tools }),
    [store, opening, agent, tools],
  );
  const cause = useMemo(() => {
    const explanation = explainStep(frame.replay, frame.step, subject);
    const { headline, clauses } = explanation;
    const numbered = [headline, ...clauses.filter((clause) => clause.cause !== null)];
    return {
      frame,
      explanation,
      subject,
      numbered: numbered.filter((one) => one.evidence !== null),
    };
  }, [frame, subject]);
  return <CauseContext.Provider value={cause}>{children}</CauseContext.Provider>;
}

/** The cause around a panel. */
export function useCause(): StepCause {
  const cause = useContext(CauseContext);
  if (!cause) throw new Error('A panel of the workbench stands outside of its cause');
  return cause;
}

/** The number of the sentence that a piece of evidence proves; null for none. */
export function useEvidenceNumber(is: (evidence: Evidence) => boolean): number | null {
  const cause = useContext(CauseContext);
  const index = cause?.numbered.findIndex(({ evidence }) => evidence !== null && is(evidence));
  return index === undefined || index < 0 ? null : index + 1;
}
