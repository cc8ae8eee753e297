import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/engine/session/schema';
import { guessMapping } from './guess';
import { emptyMapping, type Mapping } from './mapping';
import { previewMapping } from './preview';

const LONG = 'The town has many people. '.repeat(30);

const headOf = (records: readonly Json[]) => records.map((value, i) => ({ at: i + 1, value }));

/** What a mapping, or the guess, says of some lines. */
function told(records: readonly Json[], mapping?: Mapping) {
  const head = headOf(records);
  return previewMapping(head, 'jsonl', mapping ?? guessMapping(head));
}

const calls = (counts: readonly number[], text = 'Sort the towns by size'): readonly Json[] =>
  counts.map((count, i) => ({
    id: `r${i}`,
    prompt: [
      { role: 'user', content: text },
      ...Array.from({ length: i }, (_, n) => ({ role: 'user', content: `More of it, part ${n}` })),
    ],
    reply: `I do that now, ${i}`,
    numbers: { input_tokens: count, output_tokens: 4 },
  }));

const callMapping: Mapping = {
  ...emptyMapping,
  record: 'call',
  fields: { messages: 'prompt', output: 'reply', usage: 'numbers' },
};

describe('the account of a mapping', () => {
  it('is silent where everything is read and nothing contradicts itself', () => {
    const { doubts, counts, steps } = told(calls([1_200, 1_520, 1_840]), callMapping);
    expect(steps).toBe(3);
    expect(doubts).toEqual([]);
    expect(counts).toEqual([
      'Usage record: numbers, by its names: input_tokens + cache_creation_input_tokens + cache_read_input_tokens; it never falls from call to call (1,200, 1,520, 1,840, …).',
    ]);
  });

  it('says how much of the text is left out, and where it stands', () => {
    const records = calls([1_200, 1_520]).map((call) => ({
      ...(call as object),
      found: { page: LONG },
    }));
    const [first] = told(records, callMapping).doubts;
    expect(first).toMatch(
      /^The mapping reads \d % of the text \(\d+ of 1,\d{3} bytes\); it leaves out found\.page \(1,560 bytes\)\.$/,
    );
  });

  it('says that a count is too small for what was sent', () => {
    const { doubts } = told(calls([3, 4], LONG), callMapping);
    expect(doubts).toContain(
      'Step 0 sends 780 bytes of text and counts 3 tokens: the count is not of the whole request.',
    );
  });

  it('says that a prompt falls without a compaction', () => {
    const { doubts } = told(calls([12_303, 300, 320]), callMapping);
    expect(doubts).toContain(
      'The prompt falls from 12,303 to 300 tokens at step 1 although nothing was taken away.',
    );
  });

  it('says that counts of the file are not read', () => {
    const document = { calls: calls([1_200, 1_520, 1_840]) };
    const fields = {
      messages: 'calls.*.prompt',
      output: 'calls.*.reply',
      usage: 'calls.*.numbers',
    };
    const { doubts } = told([document], { ...callMapping, fields });
    expect(doubts).toContain('The records hold 3 records of counts, and 1 steps have one.');
  });

  it('says that results are empty and calls unanswered', () => {
    const records: readonly Json[] = [
      { role: 'user', content: 'Sort the towns by size' },
      ...[0, 1, 2, 3].flatMap((n): Json[] => [
        { role: 'assistant', tool: 'lookup', args: { n }, id: `c${n}` },
        ...(n === 0 ? [{ role: 'tool', id: 'c0', answer: '' }] : []),
      ]),
    ];
    const fields = {
      role: 'role',
      text: 'content',
      toolName: 'tool',
      toolArgs: 'args',
      toolId: 'id',
      toolResult: 'answer',
    };
    expect(told(records, { ...emptyMapping, fields }).doubts).toEqual([
      '1 of 1 results of tools are empty.',
      '3 of 4 calls of tools have no result.',
    ]);
  });

  it('counts a repeated record of counts once', () => {
    const records = calls([1_200]).map((call) => ({
      ...(call as object),
      summary: { models: { 'gpt-5.4': { input_tokens: 1_200, total_tokens: 1_204 } } },
    }));
    expect(told(records, callMapping).doubts).toEqual([]);
  });

  it('guesses the list of calls, not the first of them', () => {
    const { doubts, steps } = told([{ data: calls([1_200, 1_520, 1_840]) }]);
    expect(steps).toBe(3);
    expect(doubts).toEqual([]);
  });
});
