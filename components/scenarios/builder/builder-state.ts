import * as z from 'zod';
import {
  newPlan,
  planDraftSchema,
  scenarioPlanSchema,
  type ScenarioPlan,
} from '@/lib/readers/scenarios/plan';

/** A saved scenario's id and plan. */
interface SavedPlan {
  readonly id: string;
  readonly plan: ScenarioPlan;
}

/** State of the builder's page. */
export interface BuilderState {
  /** The form as typed; its numbers may be anything. */
  readonly draft: ScenarioPlan;
  /** The newest valid draft. */
  readonly good: ScenarioPlan;
  /** Errors of the draft by the field's path: `tools.0.bytes`. */
  readonly errors: ReadonlyMap<string, string>;
  /** The saved scenario being edited; null for a new one. */
  readonly saved: SavedPlan | null;
  /** Count of plans loaded into the form; each load discards the typed text. */
  readonly loads: number;
}

/** Actions on the state. */
export type BuilderAction =
  | { readonly type: 'edit'; readonly change: Partial<ScenarioPlan> }
  | { readonly type: 'load'; readonly plan: ScenarioPlan; readonly saved: SavedPlan | null }
  | { readonly type: 'saved'; readonly saved: SavedPlan }
  | { readonly type: 'forgotten'; readonly id: string };

/** A state with `draft`; the last good plan stays while the draft is invalid. */
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

/** The initial state: a new scenario, or the given one. */
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

/** True if the form differs from the saved scenario, or from a new one. */
export function isEdited({ good, errors, saved }: BuilderState): boolean {
  return errors.size > 0 || JSON.stringify(good) !== JSON.stringify(saved?.plan ?? newPlan);
}

/** The state as text that survives a reload of the page. */
export function storedText({ draft, saved }: BuilderState): string {
  return JSON.stringify({ draft, saved });
}

/** Schema of {@link storedText}; a plan that is invalid by now counts as not saved. */
const storedSchema = z.object({
  draft: planDraftSchema,
  saved: z.object({ id: z.string(), plan: scenarioPlanSchema }).nullable().catch(null),
});

/** Reads {@link storedText}; a new scenario if the text is missing or of another version. */
export function restoredState(text: string | null): BuilderState {
  if (text === null) return initialState();
  try {
    // JSON has no NaN: an unreadable number was written as null.
    const read: unknown = JSON.parse(text, (_, value: unknown) => (value === null ? NaN : value));
    const stored = storedSchema.safeParse(read);
    return stored.success ? initialState(stored.data.draft, stored.data.saved) : initialState();
  } catch {
    return initialState();
  }
}
