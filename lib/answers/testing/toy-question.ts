import * as z from 'zod';
import { figure } from '@/lib/engine/base/answer/figure';
import { tokens } from '@/lib/engine/base/answer/words';
import { formatInteger } from '@/lib/engine/base/format';
import { defineQuestion, QuestionError } from '../model/question';

/** A question that no surface knows: the largest recorded requests, a page of them. */
export const largestRequests = defineQuestion({
  id: 'largest-requests',
  title: 'Largest requests',
  about: 'Lists the largest recorded requests of a session, from the largest down.',
  needs: ['tools'],
  input: z.strictObject({
    from: z.int().min(0).default(0).describe('First row'),
    rowCount: z.int().min(1).max(50).default(3).describe('Rows from there on'),
    above: z.int().optional().describe('Fail if a request is larger than this'),
  }),
  output: z.object({
    total: z.int(),
    tools: z.boolean(),
    rows: z.array(z.object({ step: z.int(), real: z.number() }).meta({ id: 'LargeRequest' })),
  }),
  *run({ measured: { profile }, tools }, { from, rowCount }) {
    const steps = [...profile.steps.real].map((real, step) => ({ step, real }));
    yield { done: 0, of: 1 };
    const all = steps.filter(({ real }) => real > 0).sort((a, b) => b.real - a.real);
    if (from >= all.length) {
      throw new QuestionError('from', `There are ${formatInteger(all.length)} rows.`);
    }
    const rows = all.slice(from, from + rowCount);
    return { total: all.length, tools: tools !== null, rows, largest: all[0]?.real ?? 0 };
  },
  fails: ({ largest }, { above }) => above !== undefined && largest > above,
  tell: ({ total, rows, largest }) => [
    { kind: 'sentence', lead: true, words: ['The largest request has ', tokens(largest), '.'] },
    {
      kind: 'table',
      columns: [
        { head: 'step', number: true },
        { head: `real, of ${total}`, number: true },
      ],
      rows: rows.map(({ step, real }) => [
        formatInteger(step),
        figure(real, 'tokens', { basis: 'recorded' }),
      ]),
    },
  ],
});
