import * as z from 'zod';
import { figure } from '@/lib/engine/base/answer/figure';
import { tokens } from '@/lib/engine/base/answer/words';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { defineCorpusQuestion } from '../model/corpus';
import { defineLanesQuestion } from '../model/lanes';
import { QuestionError } from '../model/question';

/** A question about lanes that no surface knows: how often each compacts. */
export const laneCompactions = defineLanesQuestion({
  id: 'lane-compactions',
  title: 'Compactions of lanes',
  about: 'Says how often each of some lanes compacts, and what is named in their texts.',
  needs: ['names'],
  input: z.strictObject({
    from: z.int().min(0).default(0).describe('First lane'),
    atMost: z.int().optional().describe('Fail if one compacts more often'),
  }),
  output: z.object({
    total: z.int(),
    lanes: z.array(z.object({ name: z.string(), named: z.boolean(), compactions: z.int() })),
  }),
  *run({ lanes }, { from }) {
    yield { done: 0, of: 1 };
    const rows = lanes.map(({ name, replay, references }) => {
      const compactions = replay.columns.compacted.filter((one) => one === 1).length;
      return { name, named: (references ?? null) !== null, compactions };
    });
    if (from >= rows.length) {
      throw new QuestionError('from', `There are ${counted(rows.length, 'lane')}.`);
    }
    return { total: rows.length, lanes: rows.slice(from) };
  },
  fails: ({ lanes }, { atMost }) =>
    atMost !== undefined && lanes.some(({ compactions }) => compactions > atMost),
  csv: ({ lanes }) => [
    ['lane', 'compactions'],
    ...lanes.map(({ name, compactions }) => [name, compactions]),
  ],
  tell: ({ lanes, total }) => [
    { kind: 'sentence', lead: true, words: [`${counted(total, 'lane')} stand side by side.`] },
    {
      kind: 'table',
      columns: [{ head: 'lane' }, { head: 'compactions', number: true }],
      rows: lanes.map(({ name, compactions }) => [name, formatInteger(compactions)]),
    },
  ],
});

/** A question about a corpus that no surface knows: its largest sessions, a page of them. */
export const largestSessions = defineCorpusQuestion({
  id: 'largest-sessions',
  title: 'Largest sessions',
  about: 'Lists the sessions with the largest recorded requests, from the largest down.',
  input: z.strictObject({
    from: z.int().min(0).default(0).describe('First row'),
    above: z.int().optional().describe('Fail if a request is larger than this'),
  }),
  output: z.object({
    total: z.int(),
    rows: z.array(z.object({ session: z.string(), real: z.number() }).meta({ id: 'LargeSession' })),
  }),
  most: { rows: 1 },
  take: ({ head: { name }, profile }) => ({
    session: name,
    real: profile.steps.real.reduce((most, value) => Math.max(most, value), 0),
  }),
  *run({ taken }, { from }) {
    yield { done: 0, of: 1 };
    if (from >= taken.length) {
      throw new QuestionError('from', `There are ${formatInteger(taken.length)} rows.`);
    }
    const rows = taken.toSorted((a, b) => b.real - a.real).slice(from);
    return { total: taken.length, rows };
  },
  fails: ({ rows }, { above }) => above !== undefined && rows.some(({ real }) => real > above),
  tell: ({ total, rows }) => [
    {
      kind: 'sentence',
      lead: true,
      words: ['The largest request has ', tokens(rows[0]?.real ?? 0), '.'],
    },
    {
      kind: 'table',
      columns: [{ head: 'session' }, { head: `real, of ${total}`, number: true }],
      rows: rows.map(({ session, real }) => [
        session,
        figure(real, 'tokens', { basis: 'recorded' }),
      ]),
    },
  ],
});
