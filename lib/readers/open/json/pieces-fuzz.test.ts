import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { textFixtures } from '@/lib/readers/importers/testing/fixtures';
import type { ReadTrace } from '@/lib/readers/importers/testing/read-trace';
import { budgetOf, inTurn, repeats, runSeed } from '@/lib/tools/suites/endurance';
import { faultOf } from '../testing/fault-of';
import { MemoryBytes } from '../testing/memory-bytes';
import { mutateTrace, mutationKinds } from '../testing/mutate-trace';
import { readContent } from '../testing/read-content';

vi.setConfig({ testTimeout: repeats(180_000, 1_200_000) });

const documents = textFixtures.filter(({ input }) => input === 'json');

/** Comparable result of a reading; messages about invalid UTF-8 differ. */
const seen = ({ sessions, receipt }: ReadTrace) => {
  const remarks = receipt.remarks.filter((text) => !text.includes('UTF-8'));
  return { sessions, receipt: { ...receipt, remarks } };
};

const summaryOf = (read: Result<ReadTrace, ImportError>): string =>
  JSON.stringify(read.ok ? read.value.receipt : read.error);

/** Mutated documents of each fixture in a round. */
const RUNS = repeats(10, 15);
const ROUNDS = repeats(1, 10);
const budget = budgetOf('pieces-fuzz');

const number = fc.nat(2 ** 30);
const damage = fc.array(
  fc.record({ kind: fc.constantFrom(...mutationKinds), a: number, b: number, c: number }),
  { minLength: 1, maxLength: 3 },
);

test('damaged documents in pieces give what they give whole, or whole sessions, or an error', async () => {
  let read = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const { format, file, text } of inTurn(documents, runSeed + round)) {
      if (!budget.allows()) break;
      await fc.assert(
        fc.asyncProperty(damage, fc.integer({ min: 1, max: 200 }), async (mutations, size) => {
          let bytes: Buffer = Buffer.from(text);
          for (const mutation of mutations) bytes = mutateTrace(bytes, 'json', mutation);
          const answer = await readContent(new MemoryBytes(bytes, size), 0);
          const whole = await readContent(new MemoryBytes(bytes, 1 << 20));
          const same =
            !whole.ok || !answer.ok || isDeepStrictEqual(seen(whole.value), seen(answer.value));
          const refused = whole.ok && !answer.ok && !answer.error.message.includes('twice');
          const unequal = same && !refused ? null : 'not what reading it whole gives';
          if (answer.ok) read++;
          const fault = faultOf(answer) ?? unequal;
          if (fault !== null)
            throw new Error(
              `${format}/${file}: ${fault}\n${summaryOf(whole)}\n${summaryOf(answer)}\n${bytes.toString()}`,
            );
        }),
        { numRuns: RUNS, seed: runSeed + round },
      );
    }
  }
  expect(read).toBeGreaterThan((budget.begun * RUNS) / 3);
});
