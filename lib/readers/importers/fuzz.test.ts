import { Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { faultOf } from '@/lib/readers/open/testing/fault-of';
import { mutateTrace, mutationKinds, type Mutation } from '@/lib/readers/open/testing/mutate-trace';
import {
  cpuTimeOf,
  MOST_TIMES_PARSING,
  parseMsPerMegabyte,
} from '@/lib/readers/open/testing/parse-pace';
import { readBytes, type ReadBytes } from '@/lib/readers/open/testing/read-bytes';
import { budgetOf, repeats, runSeed } from '@/lib/tools/suites/endurance';
import { importers } from './registry';
import { textFixtures, type TextFixture } from './testing/fixtures';

vi.setConfig({ testTimeout: repeats(180_000, 1_200_000) });

/** Mutated traces of a round, shared out among the fixtures. */
const RUNS = 2_000;
const RUNS_EACH = Math.ceil(RUNS / textFixtures.length);
const ROUNDS = repeats(1, 10);

/** A fixture's runs are ended from outside after this time: one of them does not return. */
const ENDLESS_MS = 120_000;

const number = fc.nat(2 ** 30);
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(...mutationKinds),
  ...{ a: number, b: number, c: number },
});
const mutations = fc.array(mutation, { minLength: 1, maxLength: 3, size: 'max' });

/**
 * Milliseconds of processor time that reading so many bytes may take; small traces have some more.
 */
const pace = parseMsPerMegabyte();
const mostMs = (bytes: number): number =>
  (MOST_TIMES_PARSING * pace * Math.max(bytes, 16 * 1024)) / 1e6;

const tally = { runs: 0, read: 0 };

/**
 * Reads a trace and measures the time. A pause of the engine makes any read slow once, so a slow
 * one is read again: a read that hangs, hangs always.
 */
function timed(bytes: Buffer, input: 'json' | 'jsonl'): ReadBytes {
  let answer: ReadBytes | undefined;
  let least = Infinity;
  for (let round = 0; round < 5 && least > mostMs(bytes.length); round++) {
    least = Math.min(
      least,
      cpuTimeOf(() => (answer = readBytes(bytes, input))),
    );
  }
  if (least > mostMs(bytes.length) || answer === undefined) {
    throw new Error(`${least} ms for ${bytes.length} bytes\n${bytes.toString('utf8')}`);
  }
  return answer;
}

/** True if a field of some line got the name of one of the format's lists: its elements are records. */
function holdsList(text: string, format: string): boolean {
  const lists = importers.find(({ id }) => id === format)?.lists ?? [];
  return lists.some((list) => text.includes(`"${list.replace(/\[\].*$/, '')}":[`));
}

/** Formats with a fixture whose lines are lists of one record each: a repeated element is one more. */
const LINES_OF_LISTS = ['datadog'];

/** Damages a fixture and checks the answer. */
function fuzz(
  { format, input, text }: TextFixture,
  damage: readonly Mutation[],
  counted: boolean,
): void {
  let bytes: Buffer = Buffer.from(text);
  for (const one of damage) bytes = mutateTrace(bytes, input, one);
  const { read, records } = timed(bytes, input);
  tally.runs++;
  if (read.ok) tally.read++;
  const fault = faultOf(read);
  if (fault !== null) throw new Error(`${fault}\n${bytes.toString('utf8')}`);
  const listed = !holdsList(text, format) && holdsList(bytes.toString('utf8'), format);
  const exact = counted && !listed;
  if (exact && read.ok && records !== null && read.value.receipt.read !== records) {
    throw new Error(`${read.value.receipt.read} of ${records} records\n${bytes.toString('utf8')}`);
  }
}

const host = globalThis as typeof globalThis & { fuzzed?: () => void };

/** Runs code that may not return: stops a loop without end, which no timer can do. */
function stoppable(run: () => void, timeout = ENDLESS_MS): void {
  host.fuzzed = run;
  new Script('fuzzed()').runInThisContext({ timeout });
}

describe.each(textFixtures)('$format/$file damaged', (fixture) => {
  test('gives whole sessions and a receipt of every record, or an error', () => {
    const { read, records } = readBytes(Buffer.from(fixture.text), fixture.input);
    // Formats whose lines are lists (spans, generations) count what is in them.
    const counted =
      read.ok && read.value.receipt.read === records && !LINES_OF_LISTS.includes(fixture.format);
    const property = fc.property(mutations, (damage) => fuzz(fixture, damage, counted));
    const budget = budgetOf('fuzz', textFixtures.length);
    for (let round = 0; round < ROUNDS && budget.allows(); round++) {
      stoppable(() => fc.assert(property, { numRuns: RUNS_EACH, seed: runSeed + round }));
    }
  });
});

test('enough was damaged, and enough of it was still read', () => {
  expect(tally.runs).toBeGreaterThanOrEqual(RUNS);
  // Otherwise only the sniffers would have been tested.
  expect(tally.read / tally.runs).toBeGreaterThan(0.4);
});

test('a read that does not return is stopped', () => {
  const endless = (): void => {
    for (;;);
  };
  expect(() => stoppable(endless, 50)).toThrow('timed out');
});
