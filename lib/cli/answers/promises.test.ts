import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Expectations } from '@/lib/answers/report/expectations/schema';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';
import { capture, parsed } from '../testing/captured-io';

const folder = scratchFolder();
const YAML = join(folder, 'highwater.yaml');

const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

/** Requests that grow by about 5,000 tokens, of a repository of its own; no two have the same counts. */
function growing(id: string, day: number, steps = 12): string {
  const log = new ClaudeCodeLog(id, { cwd: `/work/${id}`, day });
  const own = id.charCodeAt(0);
  for (let step = 1; step <= steps; step++)
    log.user('word '.repeat(400)).answer(step * (5_000 + own), 'Ok.');
  return write(`${id}.jsonl`, log.text());
}

/** Requests that reach so many tokens and are compacted there, again and again. */
function compacting(id: string, tokens: number, model?: string): string {
  const facts = { cwd: `/work/${id}`, day: 20, ...(model === undefined ? {} : { model }) };
  const log = new ClaudeCodeLog(id, facts);
  const own = id.charCodeAt(0);
  for (let round = 0; round < 8; round++) {
    log.user('Go on.').answer(Math.round(tokens / 2) + own, 'Ok.');
    log.user('Go on.').answer(tokens, 'Ok.').compaction('auto', tokens);
  }
  return write(`${id}.jsonl`, log.user('Go on.').answer(20_000, 'Ok.').text());
}

let before: readonly string[] = [];
let later: readonly string[] = [];

beforeAll(async () => {
  before = ['a', 'b', 'c', 'd'].map((id) => growing(id, 8));
  later = ['e', 'f'].map((id) => growing(id, 20));
  const recorded = await capture([
    ...['tune', ...before, '--vary', 'window=180000:200000:10000', '--record', YAML],
  ]);
  expect(recorded.messages).toContain('recorded');
});

const asked = (...files: readonly string[]) => capture(['promises', ...files, '--promises', YAML]);

describe('highwater promises', () => {
  it('is recorded with the figures of the sessions that it rests on', () => {
    const { promises = [] } = parse(readFileSync(YAML, 'utf8')) as Expectations;
    expect(promises).toHaveLength(1);
    expect(promises[0]).toMatchObject({
      ...{ policy: 'claude-code', limit: 200_000, swept: { window: 200_000 } },
      heldOut: { overflowing: 0, of: 4 },
    });
    expect(promises[0]?.sessions.map(({ steps, compactions }) => [steps, compactions])).toEqual(
      before.map(() => [12, 0]),
    );
    expect(promises[0]?.sessions.every(({ dollars }) => (dollars ?? 0) > 0)).toBe(true);
  });

  it('waits where no session came later', async () => {
    const { out, code } = await asked(...before);
    expect(code).toBe(0);
    expect(out).toContain('1 promise waits for later recordings.');
  });

  it('is kept by later sessions that do the same', async () => {
    const { out } = await asked(...before, ...later);
    expect(out).toContain('1 of 1 promise kept.');
    expect(out).toContain('window 200,000. Kept in 2 later sessions of 2 repositories.');
    expect(out).toMatch(/repositories with an overflow +0 % +0 % .+inside/);
  });

  it('is broken by sessions that compact again and again, the changed model first', async () => {
    const files = ['g', 'h'].map((id) => compacting(id, 170_000, 'claude-opus-4-5'));
    const { out } = await asked(...files);
    expect(out).toContain('0 of 1 promise kept.');
    expect(out).toMatch(
      /Changed since: the model is now claude-opus-4-5\. Broken in 2 later sessions of 2 repositories: compactions per 100 steps above what was promised\./,
    );
  });

  it('is not scored by sessions that ran under other settings', async () => {
    const { out, code } = await asked(compacting('other', 60_000));
    expect(code).toBe(0);
    expect(out).toContain(
      'waits for later recordings. 1 later session ran under other settings and says nothing of it.',
    );
  });

  it('says the same as data', async () => {
    const { out } = await capture(['promises', ...later, '--promises', YAML, '--json']);
    expect(parsed<object>(out)).toMatchObject({
      ...{ kept: 1, broken: 0, waiting: 0, words: '1 of 1 promise kept.' },
      promises: [{ standing: 'kept', later: 2, settings: { window: 200_000 } }],
    });
  });

  it('wants the file', async () => {
    const { code, messages } = await capture(['promises', ...later]);
    expect(code).toBe(2);
    expect(messages).toContain('name a file that "tune --record" wrote');
  });
});

describe('beside the promise', () => {
  it('a new answer tells the tally, and its record carries the promise on', async () => {
    const next = join(folder, 'next.yaml');
    const { out } = await capture([
      ...['tune', ...before, ...later, '--vary', 'window=180000:200000:10000'],
      ...['--promises', YAML, '--record', next],
    ]);
    expect(out).toContain('Of recommendations that were taken before: 1 of 1 promise kept.');
    const { promises = [] } = parse(readFileSync(next, 'utf8')) as Expectations;
    expect(promises.map(({ sessions }) => sessions.length)).toEqual([4, 6]);
  });

  it('a check scores it by the sessions that it does not list, and does not fail by it', async () => {
    const { out, code } = await capture(['check', YAML, ...before, ...later]);
    expect(out).toContain('Promises: 1 of 1 promise kept.');
    expect(code).toBe(0);
  });
});
