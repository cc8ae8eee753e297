import {
  newPlan,
  planDraftSchema,
  scenarioPlanSchema,
  type ScenarioPlan,
} from '@/lib/scenarios/plan';

/** A saved scenario as the builder knows it. */
export interface SavedPlan {
  readonly id: string;
  readonly plan: ScenarioPlan;
}

/** Everything the builder's page holds. */
export interface BuilderState {
  /** The form as typed; its numbers may be anything. */
  readonly draft: ScenarioPlan;
  /** The newest draft that could be run. */
  readonly good: ScenarioPlan;
  /** Why the draft cannot be run, by the field's path: `tools.0.bytes`. */
  readonly errors: ReadonlyMap<string, string>;
  /** What the draft was saved as; null for a new one. */
  readonly saved: SavedPlan | null;
  /** Counts the plans put into the form, which then forgets what was typed. */
  readonly loads: number;
}

/** What can happen to it. */
export type BuilderAction =
  | { readonly type: 'edit'; readonly change: Partial<ScenarioPlan> }
  | { readonly type: 'load'; readonly plan: ScenarioPlan; readonly saved: SavedPlan | null }
  | { readonly type: 'saved'; readonly saved: SavedPlan }
  | { readonly type: 'forgotten'; readonly id: string };

/** A state that holds `draft`; the last good plan stays while the draft is none. */
function withDraft(state: BuilderState, draft: ScenarioPlan): BuilderState {
  const parsed = scenarioPlanSchema.safeParse(draft);
  if (parsed.success) return { ...state, draft, good: parsed.data, errors: new Map() };
  const errors = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.');
    if (!errors.has(field)) errors.set(field, message);
  }
  return { ...state, draft, errors };
}

/** The page as it opens: a new scenario, or what was left here before. */
export function initialState(draft: ScenarioPlan = newPlan, saved: SavedPlan | null = null) {
  const empty = { draft, good: newPlan, errors: new Map<string, string>(), saved, loads: 0 };
  return withDraft(empty, draft);
}

export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  switch (action.type) {
    case 'edit':
      return withDraft(state, { ...state.draft, ...action.change });
    case 'load':
      return {
        ...withDraft({ ...state, saved: action.saved }, action.plan),
        loads: state.loads + 1,
      };
    case 'saved':
      return { ...state, saved: action.saved };
    case 'forgotten':
      return state.saved?.id === action.id ? { ...state, saved: null } : state;
  }
}

/** Whether the form differs from what it was saved as, or from a new one. */
export function isEdited({ good, errors, saved }: BuilderState): boolean {
  return errors.size > 0 || JSON.stringify(good) !== JSON.stringify(saved?.plan ?? newPlan);
}

/** The state as text that survives a reload of the page. */
export function storedText({ draft, saved }: BuilderState): string {
  return JSON.stringify({ draft, saved });
}

/** Reads {@link storedText}; a new scenario where the text is none or of another version. */
export function restoredState(text: string | null): BuilderState {
  if (text === null) return initialState();
  try {
    // JSON has no NaN: a number that could not be read was written as null.
    const { draft, saved } = JSON.parse(text, (_, value: unknown) =>
      value === null ? NaN : value,
    ) as { readonly draft?: unknown; readonly saved?: { id?: unknown; plan?: unknown } };
    const parsed = planDraftSchema.safeParse(draft);
    if (!parsed.success) return initialState();
    const plan = scenarioPlanSchema.safeParse(saved?.plan);
    const known = typeof saved?.id === 'string' && plan.success;
    return initialState(parsed.data, known ? { id: saved.id as string, plan: plan.data } : null);
  } catch {
    return initialState();
  }
}
