import { expect, it } from 'vitest';
import { run } from '../run';
import { capture } from '../testing/captured-io';

it('says that workers need PostgreSQL', async () => {
  const { io, messages } = capture();
  expect(await run(['worker'], io)).toBe(2);
  expect(messages.join('\n')).toContain('Workers share a PostgreSQL database');
});

it('takes a whole number of shares at once', async () => {
  const { io, messages } = capture();
  expect(await run(['worker', '--concurrency', '1.5'], io)).toBe(2);
  expect(messages.join('\n')).toContain(
    '--concurrency is "1.5", but must be a whole number from 1 to 256.',
  );
});
