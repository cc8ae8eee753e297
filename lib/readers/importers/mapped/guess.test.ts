import { expect, test } from 'vitest';
import type { Json } from '@/lib/engine/session/schema';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { loadTrace } from '@/lib/readers/open/testing/load-trace';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { mappableHead } from '@/lib/readers/open/trace-head';
import { stepsOf } from '../testing/session-view';
import { guessMapping } from './guess';
import { mappedImporter } from './mapped';
import { previewMapping } from './preview';

/** What a file's guess reads, and what it says against itself. */
async function guessed(text: string) {
  const scratch = new Scratch();
  try {
    const file = scratch.file(text);
    const { records, input } = successOf(await mappableHead(file));
    const mapping = guessMapping(records);
    const { sessions } = successOf(await loadTrace(file, { importer: mappedImporter(mapping) }));
    const { doubts } = previewMapping(records, input, mapping);
    return { steps: sessions.map(stepsOf), doubts, sessions };
  } finally {
    scratch.remove();
  }
}

const lines = (...values: readonly Json[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n');
const words = 'How many people live in Ys?';

test.each<[string, string, readonly (readonly string[])[]]>([
  [
    'counts in short words inside of nested turns',
    JSON.stringify({
      threads: [
        {
          id: 't',
          turns: [
            { speaker: 'human', utterance: words },
            { speaker: 'bot', utterance: 'Nobody does.', meta: { tok_in: 200, tok_out: 9 } },
          ],
        },
      ],
    }),
    [['1:200']],
  ],
  [
    'a cache that is counted apart',
    lines(
      { from: 'user', body: words },
      {
        ...{ from: 'assistant', body: 'Nobody does.' },
        stats: { input_tokens: 12, cache_read_tokens: 9_000, cache_write_tokens: 500 },
      },
    ),
    [['1:9512']],
  ],
  [
    'counts that only the field around them names',
    lines(
      { kind: 'user_message', text: words },
      { kind: 'tool_call', tool_name: 'look', tool_args: { at: 'a map' }, call_id: 'c' },
      { kind: 'tool_result', call_id: 'c', output: 'no houses' },
      { kind: 'assistant_message', text: 'Nobody does.', usage: { prompt: 560, completion: 6 } },
    ),
    [['1:-', '3:560']],
  ],
  [
    'prompts and completions',
    lines(
      { prompt: words, completion: 'Nobody.', tokens: { in: 30, out: 5 } },
      { prompt: 'And in Ker, if you know?', completion: 'Two.', tokens: { in: 31, out: 5 } },
    ),
    [['1:30'], ['1:31']],
  ],
  [
    'questions and answers of a conversation',
    JSON.stringify({
      conversation_id: 'c',
      turns: [
        { question: words, answer: 'Nobody.', n_input_tokens: 70 },
        { question: 'And in Ker, if you know?', answer: 'Two.', n_input_tokens: 95 },
      ],
    }),
    [['1:70', '3:95']],
  ],
  [
    'a table',
    `chat_id,author,message,input_tokens\na,user,"${words}",\na,assistant,"Nobody, or\n""two"".",300\n`,
    [['1:300']],
  ],
])('%s', async (_, text, steps) => {
  const read = await guessed(text);
  expect(read.steps).toEqual(steps);
  expect(read.doubts).toEqual([]);
});

test('totals that run on are said to', async () => {
  const turn = (total: number): readonly Json[] => [
    { who: 'user', text: words },
    { who: 'assistant', text: 'Nobody does.', input_tokens: total },
  ];
  const { doubts } = await guessed(lines(...[990, 2_070, 3_240].flatMap(turn)));
  expect(doubts).toHaveLength(1);
  expect(doubts[0]).toContain('running totals');
  const usual = await guessed(lines(...[990, 1_020, 1_060].flatMap(turn)));
  expect(usual.doubts).toEqual([]);
});

test('numbers named after tokens that no step has are named', async () => {
  const { doubts } = await guessed(
    lines(
      { role: 'user', text: words },
      { role: 'assistant', text: 'Nobody does.', tokens_spent_here: 200 },
    ),
  );
  expect(doubts).toEqual([
    'The records hold numbers named tokens_spent_here, and no step has a count.',
  ]);
});
