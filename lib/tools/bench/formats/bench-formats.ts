import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textFixtures, type TextFixture } from '@/lib/readers/importers/testing/fixtures';
import { plainFixtures, type PlainFixture } from '@/lib/readers/importers/testing/plain-fixtures';
import { importers } from '@/lib/readers/importers/registry';
import { enlargeTrace } from '@/lib/readers/open/testing/enlarge-trace';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import type { ReceiptLine } from '@/lib/readers/importers/receipt';
import { cassetteTrace, databaseTrace, type BenchTrace } from './other-traces';
import { profileTrace } from '../profile-trace';
import { costOf, leastOf, printFigures, type Cost, type Figure } from '../measure';

/** Bytes of each format's trace, and number of reads. */
const TRACE_BYTES = 8e6;
const ROUNDS = 3;

/** Counts of a read, for the table: figures of a mostly dropped trace would mean little. */
interface Yield {
  readonly kept: number;
  readonly read: number;
  readonly steps: number;
}

const sum = (lines: readonly ReceiptLine[]): number =>
  lines.reduce((records, line) => records + line.records, 0);

async function measure(path: string): Promise<Yield> {
  const { receipt, drafts } = await profileTrace(path);
  const steps = drafts.reduce((n, draft) => n + draft.steps.length, 0);
  return { kept: receipt.kept + sum(receipt.merged), read: receipt.read, steps };
}

type Fixture = TextFixture | PlainFixture;

/** The longest fixture of a format. */
function fullest(id: string): Fixture | undefined {
  const all: readonly Fixture[] = [...textFixtures, ...plainFixtures];
  return all
    .filter(({ format }) => format === id)
    .toSorted((a, b) => b.text.length - a.text.length)
    .at(0);
}

/** A trace of a fixture, and the JSON in it: of a text that is none, its lines as strings. */
function traceOf(fixture: Fixture): { readonly text: string; readonly json: readonly string[] } {
  const split = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
  if (!('input' in fixture)) {
    const text = fixture.text.repeat(Math.ceil(TRACE_BYTES / fixture.text.length));
    return { text, json: split(text).map((line) => JSON.stringify(line)) };
  }
  const text = enlargeTrace(fixture.text, fixture.input, TRACE_BYTES);
  return { text, json: fixture.input === 'json' ? [text] : split(text) };
}

async function benchFormat(folder: string, fixture: Fixture): Promise<Figure> {
  const { format, file } = fixture;
  const { text, json } = traceOf(fixture);
  const path = join(folder, `${format}.trace`);
  await writeFile(path, text);
  return benchTrace({ name: `${format} (${file})`, path, json });
}

/** The figure of a trace, which is removed then. */
async function benchTrace({ name, path, json }: BenchTrace): Promise<Figure> {
  const parse: Cost[] = [];
  const read: Cost[] = [];
  let found: Yield = { kept: 0, read: 0, steps: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    parse.push(await costOf(() => json.forEach((line) => void JSON.parse(line))));
    read.push(await costOf(async () => void (found = await measure(path))));
  }
  const { size } = await stat(path);
  await rm(path);
  const [bare, cost] = [leastOf(parse), leastOf(read)];
  const megabytes = size / 1e6;
  const used = Math.round((found.kept / Math.max(1, found.read)) * 100);
  return {
    name,
    value: `${(megabytes / (cost.cpuMs / 1e3)).toFixed(1)} MB/s`,
    ratio: `${(cost.cpuMs / bare.cpuMs).toFixed(1)} × parsing`,
    goal: `${megabytes.toFixed(1)} MB, ${found.read} records (${used} % used), ${found.steps} steps`,
  };
}

/**
 * Reading and measuring each text format, a database and a YAML file, compared with bare `JSON.parse` of the same lines (as
 * strings, where they are no JSON), in processor time. A trace repeats a fixture's records with unique identifiers and times. Its records
 * are far smaller than in real logs, so these are the importers' worst cases.
 */
export async function benchFormats(folder: string): Promise<void> {
  const figures: Figure[] = [];
  for (const { id } of importers) {
    const fixture = fullest(id);
    if (fixture !== undefined) figures.push(await benchFormat(folder, fixture));
  }
  const scratch = new Scratch();
  for (const make of [databaseTrace, cassetteTrace]) {
    figures.push(await benchTrace(make(scratch, TRACE_BYTES)));
  }
  scratch.remove();
  const size = `${TRACE_BYTES / 1e6} MB each, best of ${ROUNDS} rounds, processor time`;
  printFigures(`Formats: file to profile against bare JSON.parse (${size})`, figures);
}
