import { afterAll, expect, it } from 'vitest';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { takeVerdict, writeVerdict, type Verdict } from './verdict';

const scratch = new Scratch();
afterAll(() => scratch.remove());

it('is read whole or not at all, while others write it', async () => {
  const db = { folder: scratch.folder };
  const attempt = { id: 'one', attempts: 1 };
  const verdict: Verdict = {
    kind: 'failed',
    failure: { code: 'too-large', message: 'Too large.' },
  };
  const taken: (Verdict | null)[] = [];
  for (let round = 0; round < 200; round++) {
    const reading = [0, 1, 2].map(() => takeVerdict(db, attempt));
    await writeVerdict(db, attempt, verdict);
    taken.push(...(await Promise.all(reading)));
  }
  taken.push(await takeVerdict(db, attempt));
  expect(
    taken.filter((one) => one !== null && JSON.stringify(one) !== JSON.stringify(verdict)),
  ).toEqual([]);
  expect(taken.some((one) => one !== null)).toBe(true);
  expect(await takeVerdict(db, attempt)).toBeNull();
});
