import { describe, expect, it } from 'vitest';
import { recorded } from '@/lib/policies/highwater/recorded';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { indexSession } from '@/lib/engine/tokens/references/session-references';
import type { Finding } from '../finding';
import { allFindings } from '../recall-findings';
import { runOf } from '../testing/found';

const ABOUT = { agent: 'Test', notices: [] };

/** A session drawn as text; what the user says in capitals is its agent's instruction. */
function drawn(picture: string): Session {
  const session = textSession(picture);
  const entries = session.entries.map((entry) => {
    const [part] = entry.parts;
    const ofAgent = part?.kind === 'text' && part.text === RULE;
    return ofAgent ? { ...entry, label: 'context' } : entry;
  });
  return { ...session, entries };
}

const RULE = 'NEVER PUSH TO THE MAIN BRANCH';

/** Findings of one detector in such a session, replayed as it ran. */
function found(id: string, picture: string): readonly Finding[] {
  const session = drawn(picture);
  const references = indexSession(session);
  return allFindings(runOf(session, { policy: recorded }), ABOUT, { references }).filter(
    ({ detector }) => detector === id,
  );
}

const read = (path: string, text: string): string => `c read {"path":"${path}"}\nr read "${text}"`;

const TWO_FILES = [
  'u "repair the broken reader, please"',
  read('src/reader.go', 'package reader'),
  '-- 9000',
  read('src/writer.go', 'package writer'),
  '-- 9500',
].join('\n');

const COMPACTED = '== compact "The work is half done"\nu "go on"\n-- 3000';

describe('files-reread', () => {
  it('fires where two unchanged files are read again, with their tokens', () => {
    const again = [
      ...[TWO_FILES, COMPACTED],
      read('src/reader.go', 'package reader'),
      '-- 3500',
      read('src/writer.go', 'package writer'),
      '-- 4000',
    ].join('\n');
    const [one, ...more] = found('files-reread', again);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ of: 'recording', severity: 'warning', link: { step: 2 } });
    expect(one?.figures.slice(0, 2)).toEqual([
      { name: 'reads', value: 2, unit: 'count' },
      { name: 'files', value: 2, unit: 'count' },
    ]);
    expect(one?.sentence).toMatch(
      /^2 reads of 2 files that the compaction at step 2 had covered, unchanged: \d+ tokens /,
    );
  });

  it('stays quiet where one was written in between, and before a compaction', () => {
    const changed = [
      ...[TWO_FILES, COMPACTED],
      read('src/reader.go', 'package reader'),
      '-- 3500',
      'c edit {"path":"src/writer.go"}',
      'r edit "ok"',
      '-- 3600',
      read('src/writer.go', 'package writer'),
      '-- 4000',
    ].join('\n');
    expect(found('files-reread', changed)).toEqual([]);
    const without = [TWO_FILES, read('src/reader.go', 'package reader'), '-- 9900'].join('\n');
    expect(found('files-reread', without)).toEqual([]);
  });
});

describe('instruction-forgotten', () => {
  const rules = (summary: string, after = ''): string =>
    [`u "${RULE}"`, TWO_FILES, `== compact "${summary}"`, `u "go on"${after}`, '-- 3000'].join(
      '\n',
    );

  it('fires where instructions are in no entry and no line of the summary', () => {
    const [one, ...more] = found('instruction-forgotten', rules('The work is half done'));
    expect(more).toEqual([]);
    expect(one?.sentence).toBe(
      'After the compaction at step 2 none of the 1 line of instructions that stood in entry 0 is in the request: no entry holds them, and the summary quotes none.',
    );
  });

  it('stays quiet where the summary quotes them, or the agent puts them back', () => {
    expect(found('instruction-forgotten', rules(`Rules: ${RULE}.`))).toEqual([]);
    const back = `\nu "${RULE}"`;
    expect(found('instruction-forgotten', rules('The work is half done', back))).toEqual([]);
  });
});

describe('costliest-moment', () => {
  /** Twelve steps of nearly one size; the files of `early` are named at the end again. */
  const steps = (last: string): string =>
    [
      'u "begin here, please"',
      ...Array.from({ length: 12 }, (_, i) => `m "step ${i} of the work"\n-- ${20_000 + i * 100}`),
      read('src/needed.ts', 'export const neededLater = 1'),
      '-- 22000',
      COMPACTED,
      `m "${last}"`,
      '-- 4000',
    ].join('\n');

  it('fires where most other moments would have covered less that is named again', () => {
    const [one, ...more] = found('costliest-moment', steps('now src/needed.ts with neededLater'));
    expect(more).toEqual([]);
    expect(one).toMatchObject({ of: 'recording', severity: 'info', steps: [{ from: 13, to: 13 }] });
    expect(one?.sentence).toContain('other moments would have covered less');
  });

  it('stays quiet where nothing is named again', () => {
    expect(found('costliest-moment', steps('now something else'))).toEqual([]);
  });
});

describe('nothing-lost', () => {
  const after = (said: string): string =>
    [
      TWO_FILES,
      '== compact "It is src/reader.go that is broken"',
      'u "go on"',
      '-- 3000',
      ...Array.from({ length: 20 }, (_, i) => `m "${said}, part ${i}"\n-- ${3_100 + i * 10}`),
    ].join('\n');

  it('fires where the summary holds every name that is said again', () => {
    const [one, ...more] = found('nothing-lost', after('look at src/reader.go'));
    expect(more).toEqual([]);
    expect(one).toMatchObject({ severity: 'info', of: 'recording' });
    expect(one?.sentence).toContain('its summary holds all of the 1 name that are named again');
  });

  it('stays quiet where a name that it lacks is said again, and soon after a compaction', () => {
    expect(found('nothing-lost', after('look at src/writer.go'))).toEqual([]);
    expect(found('nothing-lost', `${TWO_FILES}\n${COMPACTED}\nm "done"\n-- 3100`)).toEqual([]);
  });
});

it('asks nothing of a session without names, or without a compaction', () => {
  const session = textSession(`${TWO_FILES}\n${COMPACTED}`);
  const run = runOf(session, { policy: recorded });
  const ids = allFindings(run, ABOUT, { references: null }).map(({ detector }) => detector);
  expect(ids).not.toContain('nothing-lost');
  expect(found('nothing-lost', TWO_FILES)).toEqual([]);
});
