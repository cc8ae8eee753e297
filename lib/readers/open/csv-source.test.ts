import { afterAll, expect, test } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { reasonsOf, stepsOf } from '@/lib/readers/importers/testing/session-view';
import { loadTrace } from './testing/load-trace';
import { Scratch } from './testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const table = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');

test('an application a session, quoted cells and all', async () => {
  const text = fixtureText('openrouter/activity.csv').replace('v2', 'v2\n(new)');
  const { importer, sessions, receipt } = successOf(await loadTrace(scratch.file(text)));
  expect(importer).toBe('openrouter');
  expect(sessions.map((one) => [one.source.sessionId, stepsOf(one)])).toEqual([
    ['My "app", v2\n(new)', ['0:100']],
    ['My "app", v2', ['0:150']],
    ['cli', ['0:7']],
  ]);
  expect(sessions[1]?.steps[0]).toMatchObject({ lengthStop: true, output: 250 });
  expect(receipt).toMatchObject({ kept: 3, lost: 0 });
});

test('rows of a query of Logs Insights hold records over many chunks', async () => {
  const lines = fixtureText('bedrock/invocations.jsonl').trim().split('\n');
  const plain = successOf(await loadTrace(scratch.file(lines.join('\n'))));
  const filler = ['2026-07-10 09:00:00.000', JSON.stringify({ note: 'a "b",\n'.repeat(300_000) })];
  const rows = [
    ['@timestamp', '@message'],
    ...lines.map((line) => [filler[0] ?? '', line]),
    filler,
  ];
  const read = successOf(await loadTrace(scratch.file(table(rows))));
  expect(read.importer).toBe('bedrock');
  expect(read.sessions.map(stepsOf)).toEqual(plain.sessions.map(stepsOf));
  expect(read.receipt.lost).toBe(1);
});

test('a table that ends inside of a cell says so', async () => {
  const text = `${fixtureText('openrouter/activity.csv')}gen-d,"2026-03-30`;
  const { receipt } = successOf(await loadTrace(scratch.file(text)));
  expect(reasonsOf(receipt.dropped)).toEqual({ 'cut off: the file ends inside of a cell': 1 });
  expect(receipt.incomplete).toHaveLength(1);
});

test('a table of another kind names its columns, and prose is no table', async () => {
  const other = await loadTrace(scratch.file('a;b;c\n1;2;3\n'));
  expect(other).toMatchObject({ ok: false, error: { code: 'unrecognized' } });
  expect(other.ok ? '' : other.error.message).toContain('“a”, “b”, “c”');
  const prose = await loadTrace(scratch.file('Dear reader, how are you\nI hope well.\n'));
  expect(prose).toMatchObject({ ok: false, error: { code: 'no-records' } });
});

test('a dotted column is a field inside of another', async () => {
  const messages = JSON.stringify([{ role: 'user', content: 'Which towns, and where?' }]);
  const choices = JSON.stringify([{ message: { role: 'assistant', content: 'Ys.' } }]);
  const rows = [
    ['op_name', 'trace_id', 'started_at', 'inputs.model', 'inputs.messages', 'output.choices'],
    ['openai.chat', 't', '2026-07-10T09:00:00Z', 'gpt-5.4', messages, choices],
  ];
  rows[0]?.push('output.usage');
  rows[1]?.push(JSON.stringify({ prompt_tokens: 33, completion_tokens: 2 }));
  const { importer, sessions } = successOf(await loadTrace(scratch.file(table(rows))));
  expect([importer, sessions.map(stepsOf)]).toEqual(['weave', [['1:33']]]);
});
