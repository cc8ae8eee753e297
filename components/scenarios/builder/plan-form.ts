'use client';

import { createContext, useContext } from 'react';
import type { ScenarioPlan } from '@/lib/scenarios/plan';

/** The form's plan, its faults, and how to change it. */
export interface PlanForm {
  readonly draft: ScenarioPlan;
  readonly errors: ReadonlyMap<string, string>;
  readonly edit: (change: Partial<ScenarioPlan>) => void;
}

const PlanFormContext = createContext<PlanForm | null>(null);
export const PlanFormProvider = PlanFormContext.Provider;

/** The form around a field. */
export function usePlanForm(): PlanForm {
  const form = useContext(PlanFormContext);
  if (!form) throw new Error('A field of the builder stands outside of its form');
  return form;
}
