import { afterAll, beforeAll, expect, it } from 'vitest';
import { capture, parsed } from '@/lib/cli/testing/captured-io';
import { policies } from '@/lib/policies/registry';
import { ask, closeLibrary, importedFiles, openLibrary } from '../testing/library-routes';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

const KUBERNETES = 'public/samples/kubernetes-agent.json';
const INCIDENT = 'public/samples/production-incident.json';
const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';

let ids: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  await openLibrary();
  ids = await importedFiles([KUBERNETES, INCIDENT, CLAUDE]);
});
afterAll(closeLibrary);

/** What an answer says of its session: without its name, and without who computed it. */
function said(answer: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const { number: _, name: __, producer: ___, ...rest } = answer;
  return rest;
}

it.each<[question: string, file: string, body: object, args: string]>([
  ['findings', INCIDENT, {}, ''],
  ['findings', INCIDENT, { settings: { cap: 7.5 } }, '--set cap=7.5'],
  ['cost', CLAUDE, {}, ''],
  [
    'cost',
    CLAUDE,
    { policy: 'contextguard-threshold', settings: { window: 20_000 } },
    '--policy contextguard-threshold --set window=20000',
  ],
  [
    'cost',
    CLAUDE,
    { prices: { models: { 'claude-opus-4-6': { input: 200, output: 300 } } } },
    '--price claude-opus-4-6:input=200 --price claude-opus-4-6:output=300',
  ],
  [
    'compactions',
    KUBERNETES,
    { text: true, policy: 'contextguard-threshold', preset: 'v0.9.1' },
    '--text --policy contextguard-threshold@v0.9.1',
  ],
  ['explain', INCIDENT, {}, ''],
  ['explain', INCIDENT, { step: 143, settings: { cap: 7.5 } }, '--step 143 --set cap=7.5'],
  [
    'explain',
    INCIDENT,
    { step: 119, policy: 'codex', faults: ['usage-stops@40'] },
    '--step 119 --policy codex --fault usage-stops@40',
  ],
  ['explain', KUBERNETES, {}, ''],
  ['explain', CLAUDE, {}, ''],
  ['replay', INCIDENT, { steps: true, settings: { cap: 7.5 } }, '--set cap=7.5'],
  [
    'replay',
    KUBERNETES,
    { steps: true, faults: ['summariser-fails@1', 'usage-stops@9', 'window@20=60000'] },
    '--fault summariser-fails@1 --fault usage-stops@9 --fault window@20=60000',
  ],
  [
    'replay',
    KUBERNETES,
    { steps: true, policy: 'contextguard-threshold', preset: 'v0.9.1' },
    '--policy contextguard-threshold@v0.9.1',
  ],
  ...policies.map(({ id }): [string, string, object, string] => [
    ...(['replay', KUBERNETES] as const),
    ...([{ steps: true, policy: id }, `--policy ${id}`] as const),
  ]),
])(
  'POST /api/sessions/[id]/%s answers what the command line prints: %s %j',
  async (question, file, body, args) => {
    const words = args.split(' ').filter((word) => word !== '');
    const { out } = await capture([question, file, ...words, '--json']);
    const printed = parsed<{ sessions: readonly Record<string, unknown>[] }>(out).sessions;
    const response = await ask(question, ids[file] ?? '', body);
    const answer = (await response.json()) as Record<string, unknown>;
    expect([response.status, said(answer)]).toEqual([200, said(printed[0])]);
    expect(answer['producer']).toMatch(/^highwater /);
  },
);
