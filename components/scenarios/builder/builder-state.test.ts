import { describe, expect, it } from 'vitest';
import { newPlan } from '@/lib/readers/scenarios/plan';
import {
  builderReducer,
  initialState,
  isEdited,
  restoredState,
  storedText,
  type BuilderState,
} from './builder-state';

const edit = (state: BuilderState, change: Partial<typeof newPlan>): BuilderState =>
  builderReducer(state, { type: 'edit', change });

describe('the builder', () => {
  it('keeps the last plan that could be run while a field is wrong', () => {
    const small = edit(initialState(), { window: 8_000 });
    expect(small.good.window).toBe(8_000);
    const wrong = edit(small, { window: NaN, tools: [{ ...newPlan.tools[0]!, bytes: -1 }] });
    expect(wrong.good.window).toBe(8_000);
    expect(Object.fromEntries(wrong.errors)).toEqual({
      window: 'Give a number',
      'tools.0.bytes': 'At least 0',
    });
    const right = edit(wrong, { window: 9_000, tools: [] });
    expect([...right.errors]).toEqual([]);
    expect(right.good.window).toBe(9_000);
  });

  it('knows what differs from what was saved', () => {
    const state = initialState();
    expect(isEdited(state)).toBe(false);
    const changed = edit(state, { turns: 5 });
    expect(isEdited(changed)).toBe(true);
    const saved = { id: 'abcdefgh', plan: changed.good };
    const kept = builderReducer(changed, { type: 'saved', saved });
    expect(isEdited(kept)).toBe(false);
    expect(isEdited(edit(kept, { turns: 6 }))).toBe(true);
    const gone = builderReducer(kept, { type: 'forgotten', id: 'abcdefgh' });
    expect([gone.saved, isEdited(gone)]).toEqual([null, true]);
    const other = builderReducer(kept, { type: 'load', plan: newPlan, saved: null });
    expect([other.loads, isEdited(other)]).toEqual([1, false]);
  });
});

describe('what survives a reload', () => {
  it('is the draft with its faults, and what it was saved as', () => {
    const saved = { id: 'abcdefgh', plan: newPlan };
    const kept = builderReducer(initialState(), { type: 'saved', saved });
    const state = edit(kept, { window: NaN, name: 'Typed' });
    const back = restoredState(storedText(state));
    expect(back).toEqual({ ...state, good: newPlan });
    expect(back.errors.get('window')).toBe('Give a number');
  });

  it.each([null, '', '{', '[]', '{"draft":{"window":5}}', '{"draft":null}'])(
    'is a new scenario after %j',
    (text) => {
      expect(restoredState(text)).toEqual(initialState());
    },
  );
});
