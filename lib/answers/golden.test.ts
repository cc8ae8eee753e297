import { describe, expect, it } from 'vitest';
import { capture } from '@/lib/cli/testing/captured-io';

const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';
const COPILOT = 'lib/readers/importers/formats/copilot-cli/fixtures/copilot-cli/stream.jsonl';
const PI = 'lib/readers/importers/formats/pi/fixtures/pi/linear.jsonl';

const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'cjk-emoji',
      'images-documents',
      'kubernetes-agent',
      'long-session',
      'million-window',
      'no-usage',
      'production-incident',
      'timing-gap',
    ].map((name) => [name, `public/samples/${name}.json`]),
  ),
  'claude-code': CLAUDE,
  'copilot-cli': COPILOT,
  pi: PI,
};

const questions: Readonly<Record<string, readonly string[]>> = {
  explain: [],
  replay: [],
  findings: [],
  compactions: [],
  recall: ['--against', 'none'],
  cost: ['--at', '2026-11-01'],
  knobs: [],
  fits: ['--model', 'claude-haiku-4-5', '--at', '2026-11-01'],
  outputs: [],
  compare: ['--lane', 'own', '--lane', 'none', '--lane', 'own:window=150000'],
  tokens: [],
  score: [],
  sweep: ['--vary', 'window=150000:190000:20000'],
  tune: [],
};

/** Printed answers, word by word: `npx vitest -u` writes them anew, and the difference is the change. */
describe.each(Object.entries(questions))('%s', (question, args) => {
  it.each(Object.entries(files))('prints of %s what it printed', async (name, file) => {
    const { code, out } = await capture([question, file, ...args]);
    expect(code).toBe(0);
    await expect(out).toMatchFileSnapshot(`golden/${name}/${question}.txt`);
  });
});

const json = Object.entries(questions).filter(
  ([question]) => !['recall', 'replay'].includes(question),
);

describe.each(json)('%s as JSON', (question, args) => {
  // A comparison of the incident has 120 kB.
  it.each(question === 'compare' ? ['claude-code'] : ['production-incident', 'claude-code'])(
    'says of %s what it said',
    async (name) => {
      const { out } = await capture([question, files[name] ?? '', ...args, '--json']);
      await expect(`${JSON.stringify(JSON.parse(out), null, 1)}\n`).toMatchFileSnapshot(
        `golden/${name}/${question}.json`,
      );
    },
  );
});

const checked = ['production-incident', 'claude-code'] as const;

/** Settings that were recorded of each, with an expectation that the incident does not hold. */
describe.each(checked)('check of %s', (name) => {
  const asked = ['check', `lib/answers/golden/${name}/highwater.yaml`, files[name] ?? ''];

  it('prints what it printed', async () => {
    const { code, out } = await capture(asked);
    expect(code).toBe(name === 'claude-code' ? 0 : 1);
    await expect(out).toMatchFileSnapshot(`golden/${name}/check.txt`);
  });

  it('says as JSON what it said', async () => {
    const { out } = await capture([...asked, '--json']);
    await expect(`${JSON.stringify(JSON.parse(out), null, 1)}\n`).toMatchFileSnapshot(
      `golden/${name}/check.json`,
    );
  });
});
