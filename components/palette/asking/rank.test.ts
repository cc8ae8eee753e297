import { describe, expect, it } from 'vitest';
import type { Entry } from '../entry';
import { ranked } from './rank';

const entry = (id: string, change: Partial<Entry> = {}): Entry => ({
  ...{ id, section: 'Actions', title: id },
  ...change,
});

const shown = (entries: readonly Entry[], asked: string) =>
  ranked(entries, asked).map(({ name, entries: list }) => [name, list.map(({ id }) => id)]);

describe('ranked', () => {
  it('keeps every order where nothing is asked', () => {
    const entries = [entry('b'), entry('page', { section: 'Pages' }), entry('a')];
    expect(shown(entries, '')).toEqual([
      ['Actions', ['b', 'a']],
      ['Pages', ['page']],
    ]);
  });

  it('puts the best found first, and its heading', () => {
    const entries = [
      entry('zoom out of the steps'),
      entry('step', { section: 'Pages' }),
      entry('next step'),
      entry('undo'),
    ];
    expect(shown(entries, 'step')).toEqual([
      ['Pages', ['step']],
      ['Actions', ['next step', 'zoom out of the steps']],
    ]);
  });

  it('finds by hint, further words and heading too', () => {
    const list = [
      entry('one', { hint: 'Codex' }),
      entry('two', { words: 'crush' }),
      entry('three', { section: 'Theme' }),
    ];
    expect(shown(list, 'codex')).toEqual([['Actions', ['one']]]);
    expect(shown(list, 'crush')).toEqual([['Actions', ['two']]]);
    expect(shown(list, 'theme three')).toEqual([['Theme', ['three']]]);
  });

  it('puts answers before all else', () => {
    const answer = entry('Go to step 143', { section: 'Asked', isAnswer: true });
    expect(shown([entry('143'), answer], '143')[0]).toEqual(['Asked', ['Go to step 143']]);
  });

  it('puts controls of the page after what is declared', () => {
    const list = [entry('undo', { section: 'On this page' }), entry('undo the last change')];
    expect(shown(list, 'undo').map(([name]) => name)).toEqual(['Actions', 'On this page']);
  });

  it('says how many it leaves out', () => {
    const [section] = ranked(
      Array.from({ length: 30 }, (_, index) => entry(`step ${index}`)),
      'step',
    );
    expect(section?.entries.length).toBe(8);
    expect(section?.more).toBe(22);
  });
});
