import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { costAnswerSchema } from '@/lib/host/api/contract/workbench/cost-contract';
import { capture, parsed } from '@/lib/host/cli/testing/captured-io';
import { fixtureText } from '@/lib/importers/testing/fixture-files';
import {
  call,
  closeLibrary,
  importQueued,
  openLibrary,
  rows,
  uploadText,
} from '../testing/library-routes';
import { postCost } from './cost';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-cost-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/host/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));

const CLAUDE = fixtureText('claude-code/compaction.jsonl');
const [, MODEL = ''] = /"model":\s*"([^"]+)"/.exec(CLAUDE) ?? [];

/** A recording of one model, and one whose first answer is of a model without a price. */
const traces: Readonly<Record<string, string>> = {
  'one.jsonl': CLAUDE,
  'two.jsonl': CLAUDE.replaceAll('"s-1"', '"s-2"')
    .replaceAll('port the parser', 'port the lexer')
    .replace(MODEL, 'house-7'),
};
const ids = new Map<string, string>();

beforeAll(async () => {
  await openLibrary();
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(traces)) {
    writeFileSync(path.join(folder, name), text);
    await uploadText(name, text);
  }
  await importQueued();
  for (const { file, id } of Object.values(await rows())) ids.set(file, id);
});
afterAll(() => closeLibrary(folder));

interface Printed {
  readonly sessions: readonly Record<string, unknown>[];
}

describe('POST /api/sessions/[id]/cost', () => {
  it.each([
    ['one.jsonl', {}, []],
    [
      'one.jsonl',
      { policy: 'contextguard-threshold', settings: { window: 20_000 } },
      ['--policy', 'contextguard-threshold', '--set', 'window=20000'],
    ],
    [
      'two.jsonl',
      { prices: { models: { 'house-7': { input: 200, output: 300 } } } },
      ['--price', 'house-7:input=200', '--price', 'house-7:output=300'],
    ],
  ])('answers what the command line prints: %s %j', async (file, body, args) => {
    const { out } = await capture(['cost', path.join(folder, file), ...args, '--json']);
    const [printed] = parsed<Printed>(out).sessions;
    const response = await call(postCost, { id: ids.get(file) ?? '' }, 'POST', body);
    expect(response.status, await response.clone().text()).toBe(200);
    const answer = costAnswerSchema.parse(await response.json());
    expect(answer.recorded.charged).toBeGreaterThan(0);
    for (const part of ['recorded', 'asRecorded', 'replayed'] as const) {
      expect(answer[part], part).toEqual(printed?.[part]);
    }
    const given = answer.prices.models.filter((one) => one.given).map(({ model }) => model);
    expect(given).toEqual(file === 'two.jsonl' ? ['house-7'] : []);
  });
});
