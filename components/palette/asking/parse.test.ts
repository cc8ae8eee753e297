import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAsked, valueOf, type Settable } from './parse';

const field = (change: Partial<Settable>): Settable => ({
  ...{ kind: 'integer', nullable: false, min: 0, max: 1_000_000, options: [] },
  ...change,
});

describe('parseAsked', () => {
  it('reads a step in every way it is written', () => {
    for (const text of ['143', 'step 143', 'Step143', '#143', ' go to step 143 ']) {
      expect(parseAsked(text).step).toBe(143);
    }
    expect(parseAsked('1,430').step).toBe(1430);
    expect(parseAsked('step 0').step).toBe(0);
  });

  it('reads no step in anything else', () => {
    for (const text of ['', 'step', '14.5', '143 x', '-3', '143k', '9'.repeat(30)]) {
      expect(parseAsked(text).step).toBeNull();
    }
  });

  it('reads every step that it is given', () => {
    fc.assert(
      fc.property(fc.nat(), (step) => {
        expect(parseAsked(`step ${step.toLocaleString('en')}`).step).toBe(step);
      }),
    );
  });

  it('reads a setting and its value', () => {
    expect(parseAsked('window 190000').settings).toEqual([{ name: 'window', value: '190000' }]);
    expect(parseAsked('context window = 190k').settings).toEqual([
      { name: 'context window', value: '190k' },
    ]);
    expect(parseAsked('reset after compaction off').settings[0]).toEqual({
      name: 'reset after compaction',
      value: 'off',
    });
    expect(parseAsked('size of a summary as recorded').settings).toContainEqual({
      name: 'size of a summary',
      value: 'as recorded',
    });
    expect(parseAsked('window').settings).toEqual([]);
    expect(parseAsked('window =').settings).toEqual([{ name: 'window', value: '=' }]);
  });
});

describe('valueOf', () => {
  it('takes a number that the setting can have', () => {
    expect(valueOf(field({}), '190k')).toBe(190_000);
    expect(valueOf(field({}), '190,000')).toBe(190_000);
    expect(valueOf(field({}), '1.5')).toBeUndefined();
    expect(valueOf(field({ kind: 'number' }), '2.5×')).toBe(2.5);
    expect(valueOf(field({ max: 5 }), '6')).toBeUndefined();
    expect(valueOf(field({}), 'many')).toBeUndefined();
  });

  it('takes a small number of tokens as thousands', () => {
    const tokens = field({ unit: 'tokens' });
    expect(valueOf(tokens, '180')).toBe(180_000);
    expect(valueOf(tokens, '180,000')).toBe(180_000);
    expect(valueOf(tokens, '1200')).toBe(1_200);
    expect(valueOf(tokens, '0')).toBe(0);
    expect(valueOf(field({ unit: 'tokens', max: 500 }), '180')).toBe(180);
    expect(valueOf(field({}), '180')).toBe(180);
  });

  it('takes on and off, and none where nothing is allowed', () => {
    expect(valueOf(field({ kind: 'boolean' }), 'Off')).toBe(false);
    expect(valueOf(field({ kind: 'boolean' }), 'maybe')).toBeUndefined();
    expect(valueOf(field({ nullable: true }), 'none')).toBeNull();
    expect(valueOf(field({}), 'none')).toBeUndefined();
  });

  it('takes a choice by its name, or by a begin that is only its own', () => {
    const choice = field({ kind: 'choice', options: ['as-recorded', 'as-told', 'cap'] });
    expect(valueOf(choice, 'cap')).toBe('cap');
    expect(valueOf(choice, 'as-r')).toBe('as-recorded');
    expect(valueOf(choice, 'as')).toBeUndefined();
  });
});
