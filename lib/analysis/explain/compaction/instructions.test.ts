import { describe, expect, it } from 'vitest';
import { commandEntries, instructionsIn, keptInstructions, keptWords } from './instructions';

describe('instructions given to a compaction', () => {
  it.each([
    [
      '<command-name>/compact</command-name>\n  <command-message>compact</command-message>\n  <command-args>keep the table of ports</command-args>',
      'keep the table of ports',
    ],
    ['/compact keep src/ports.ts\nand its tests', 'keep src/ports.ts\nand its tests'],
    ['/compress focus on the parser', 'focus on the parser'],
    ['<command-name>/compact</command-name><command-args></command-args>', null],
    ['/compact', null],
    ['<command-name>/clear</command-name><command-args>x</command-args>', null],
    ['Please /compact this', null],
  ])('%j', (text, said) => {
    expect(instructionsIn(text)).toBe(said);
  });

  it('are looked for around a compaction that the user may have asked for', () => {
    const at = { kind: 'summary', entry: 10 } as const;
    expect(commandEntries({ ...at, trigger: 'manual' }, 12)).toEqual([8, 9, 10, 11]);
    expect(commandEntries({ ...at, trigger: 'auto' }, 12)).toEqual([]);
  });

  it.each([
    ['Keep the table of ports', 'We\n were to KEEP the table\nof ports.', 'kept verbatim'],
    [
      'keep port 8443 and src/ports.ts',
      'The file src/ports.ts; port 8443.',
      'kept by name, 3 of 3 words',
    ],
    [
      'keep port 8443 and src/ports.ts',
      'We wrote a parser.',
      'gone, 0 of 3 words are in the summary',
    ],
  ])('%s in %s', (text, summary, words) => {
    expect(keptWords(keptInstructions(text, [summary]))).toBe(words);
  });

  it('are not judged without a text of the summary', () => {
    expect(keptInstructions('keep port 8443', []).kept).toBeNull();
  });
});
