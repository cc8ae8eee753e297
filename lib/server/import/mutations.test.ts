import { afterAll, expect, it } from 'vitest';
import { mutatedFiles } from '@/lib/readers/open/testing/mutated-files';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { budgetOf, repeats, runSeed } from '@/lib/tools/suites/endurance';
import { freshQueue } from './testing/fresh-queue';
import { canonicalTrace } from './testing/trace-fixture';

const FILES = repeats(54, 2_000);
const AT_ONCE = repeats(54, 50);

const temporary = freshQueue();
const scratch = new Scratch();
afterAll(() => scratch.remove());

it('damaged files of every kind are imported or fail in a sentence; none ends the queue', async () => {
  const budget = budgetOf('mutations', 2);
  for (let from = 0; from < FILES && budget.allows(); from += AT_ONCE) {
    for (const { name, bytes } of await mutatedFiles(AT_ONCE, runSeed - 1 - from, scratch)) {
      await temporary.receive(name, [bytes]);
    }
    const last = await temporary.receive('sound.json', [canonicalTrace(`sound ${from}`, 2)]);
    await temporary.run();
    expect((await temporary.again(last)).status).toBe('done');
  }
  const rows = await temporary.db.prisma.import.findMany();
  for (const { file, status, error } of rows) {
    const failure =
      error === null ? null : (JSON.parse(error) as { code: string; message: string });
    expect([file, status, failure?.code ?? '']).not.toContain('internal');
    expect(status === 'failed').toBe(failure !== null);
    if (failure !== null) expect(failure.message).toMatch(/^\S.*[.!]$/su);
    else expect(status).toBe('done');
  }
}, 600_000);
