import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CostReport } from '@/lib/analysis/cost/cost-report';
import type { SessionPrices } from '@/lib/analysis/cost/session-prices';
import { capture, parsed } from '@/lib/cli/testing/captured-io';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import {
  call,
  closeLibrary,
  importQueued,
  openLibrary,
  rows,
  uploadText,
} from '../testing/library-routes';
import { postQuestion } from './questions';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-cost-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/server/import/import-host', () => ({
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

interface CostAnswer {
  readonly producer: string;
  readonly prices: SessionPrices;
  readonly recorded: CostReport['recorded'];
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
    const response = await call(
      postQuestion,
      { id: ids.get(file) ?? '', question: 'cost' },
      'POST',
      body,
    );
    expect(response.status, await response.clone().text()).toBe(200);
    const { producer, ...answer } = (await response.json()) as CostAnswer;
    const { number: _, name: __, ...expected } = printed ?? {};
    expect(answer).toEqual(expected);
    expect(producer).toMatch(/^highwater /);
    expect(answer.recorded.charged).toBeGreaterThan(0);
    const given = answer.prices.models.filter((one) => one.given).map(({ model }) => model);
    expect(given).toEqual(file === 'two.jsonl' ? ['house-7'] : []);
  });
});
