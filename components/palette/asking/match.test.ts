import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded } from '@/lib/engine/base/text/folded';
import { askedWords, score } from './match';

const found = (asked: string, text: string) => score(askedWords(asked), folded(text));
const better = (asked: string, one: string, other: string): boolean =>
  (found(asked, one) ?? -1) > (found(asked, other) ?? -1);

describe('folded', () => {
  it('leaves out accents, case and what cannot be seen', () => {
    expect(folded('Žluťoučký KŮŇ')).toBe('zlutoucky kun');
    expect(folded('a\u202eb\u200dc')).toBe('abc');
    expect(folded('ﬁne')).toBe('fine');
  });
});

describe('score', () => {
  it('finds every word of what was asked, in any order', () => {
    expect(found('overflow next', 'next overflow')).not.toBeNull();
    expect(found('next overflow please', 'next overflow')).toBeNull();
    expect(found('', 'anything')).not.toBeNull();
  });

  it('finds by letters that begin a word, from three on', () => {
    expect(found('gts', 'go to step')).not.toBeNull();
    expect(found('cmp', 'next compaction')).not.toBeNull();
    expect(found('ots', 'go to step')).toBeNull();
    expect(found('gs', 'go to step')).toBeNull();
  });

  it('prefers whole words to begins, begins to middles, middles to letters', () => {
    expect(better('step', 'next step', 'next steps')).toBe(true);
    expect(better('step', 'next steps', 'misstep')).toBe(true);
    expect(better('code', 'encoded', 'compare old decisions, each')).toBe(true);
    expect(better('codex', 'Codex', 'use Codex as it was')).toBe(true);
  });

  it('finds a name however its accents are written, and whichever way it runs', () => {
    expect(found('sesion', 'Sesión')).not.toBeNull();
    expect(found('שלום', 'session שלום \u202e1')).not.toBeNull();
  });

  it('finds every text by itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        expect(found(text, text)).not.toBeNull();
      }),
    );
  });

  it('does not find letters that are scattered over a whole sentence', () => {
    expect(score(askedWords('gts'), folded('Go to step'))).not.toBeNull();
    const sentence = folded(
      'images: never compacted, though its policy asks for room at step 16 …',
    );
    expect(score(askedWords('import…'), sentence)).toBeNull();
  });
});
