import { describe, expect, it } from 'vitest';
import { actions } from './actions';
import { actionOf } from './use-action-keys';

const press = (key: string, shiftKey = false) => actionOf({ key, shiftKey })?.id;

describe('actions', () => {
  it('have an id and presses of their own', () => {
    const ids = actions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const keys = actions.flatMap(({ keys = [] }) => keys);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^(Shift\+)?([^A-Z]|[A-Z][A-Za-z]+)$/);
  });

  it('are called by their presses', () => {
    for (const { id, keys = [] } of actions) {
      for (const name of keys) {
        const shift = name.startsWith('Shift+');
        expect(press(name.replace('Shift+', ''), shift)).toBe(id);
      }
    }
  });

  it('tell a press with Shift from one without, and go by the letter where both mean the same', () => {
    expect(press('Z', true)).toBe('redo');
    expect(press('Z')).toBe('undo');
    expect(press('G', true)).toBe('go-to-step');
    expect(press('?', true)).toBe('keys');
    expect(press('ArrowLeft', true)).toBe('back-10');
    expect(press('q')).toBeUndefined();
  });
});
