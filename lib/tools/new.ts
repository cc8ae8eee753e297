/**
 * `npm run new -- <kind> <name>`: writes the file of a policy, importer, detector, question or tab, its line
 * in the registry, an importer's fixture and a test. What it writes compiles as it is, which `new.long.ts` holds;
 * change it from there.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject, runInstalled } from '@/lib/server/project.mjs';

/** A name in the forms that code needs. */
interface Names {
  /** "my-agent" */
  readonly id: string;
  /** "myAgent" */
  readonly value: string;
  /** "MyAgent" */
  readonly type: string;
  /** "My agent" */
  readonly label: string;
}

/** A line more in a file that is there. */
interface Insertion {
  readonly file: string;
  readonly line: string;
  /** The line behind which it goes; without one it goes among its like, sorted. */
  readonly behind?: string;
  /** It goes to the end of the list that `behind` begins. */
  readonly last?: boolean;
}

interface Planned {
  readonly files: Readonly<Record<string, string>>;
  readonly insertions: readonly Insertion[];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function namesOf(id: string): Names {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    throw new Error(`A name has small letters, digits and hyphens, as in my-agent; not "${id}".`);
  }
  const type = id.split('-').map(capital).join('');
  const value = type.charAt(0).toLowerCase() + type.slice(1);
  return { id, type, value, label: capital(id.replaceAll('-', ' ')) };
}

/** A file that the tests hold, under another name. */
const example = (file: string, changes: readonly (readonly [from: string, to: string])[]): string =>
  changes.reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    readFileSync(inProject(file), 'utf8'),
  );

const kinds: Readonly<Record<string, (names: Names) => Planned>> = {
  policy: ({ id, value, label }) => ({
    files: {
      [`lib/policies/${id}/policy.ts`]: example('lib/policies/testing/fraction-tail.ts', [
        ['A policy written from README alone: summarises', 'Summarises'],
        ['fraction-tail', id],
        ['fractionTail', value],
        ['Fraction with a tail', label],
        ["system: 'A stranger'", `system: '${label}'`],
        ['a stranger’s', 'where its source is'],
      ]),
      [`lib/policies/${id}/policy.test.ts`]: `import { expect, it } from 'vitest';
import { runPicture } from '../testing/run-picture';
import { ${value} } from './policy';

it('compacts at its share of the window, and not before', () => {
  const picture = 'limit 10000\\nu 400\\n-- 2000\\nm 20000\\n-- 7000\\nm 8000\\n-- 9000';
  const { columns } = runPicture(${value}, picture, { window: 10_000, keep: 1 });
  expect([...columns.threshold]).toEqual([8_000, 8_000, 8_000]);
  expect(columns.compacted[0]).toBe(0);
});
`,
    },
    insertions: [
      { file: 'lib/policies/builtin.ts', line: `export { ${value} } from './${id}/policy';` },
    ],
  }),
  importer: ({ id, value, type, label }) => ({
    files: {
      [`lib/readers/importers/formats/${id}/index.ts`]: `/** ${label}'s log: a message a line. Say here which document or source describes it. */
import type { Json } from '@/lib/engine/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf } from '../../mechanisms/loose-json';
import { ${type}Reader } from './reader';

/** True for a line that no other format has: sniffing sees the first records, and guesses nothing. */
const isLine = (record: Json): boolean => fieldsOf(record)?.['log'] === '${id}';

/** Reads ${label}'s messages. */
export const ${value} = defineImporter({
  id: '${id}',
  label: '${label}',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.length > 0 && records.every(isLine),
  start: (context) => new ${type}Reader(context),
});
`,
      [`lib/readers/importers/formats/${id}/reader.ts`]: `import type { Json } from '@/lib/engine/session/schema';
import { CountedReader, type ImportContext } from '../../importer';
import { countOf, fieldsOf, textOf, timeOf } from '../../mechanisms/loose-json';
import { SessionLog } from '../../mechanisms/session-log';

/** Reads the messages of one session; each record is kept, merged, dropped or lost. */
export class ${type}Reader extends CountedReader {
  readonly #log: SessionLog;

  constructor(context: ImportContext) {
    super(context);
    const { file, store } = context;
    const source = { format: '${id}', file, agent: '${label}', sessionId: file };
    this.#log = new SessionLog(store, { name: '${label} session', source });
  }

  protected take(value: Json, at: number | string): void {
    const { receipt } = this.context;
    const line = fieldsOf(value);
    const message = fieldsOf(line?.['message']);
    const role = message?.['role'];
    if (line === null || (role !== 'user' && role !== 'assistant')) {
      return receipt.lose('not a message', at);
    }
    const text = textOf(message?.['content']);
    const parts = text === null ? [] : [{ kind: 'text' as const, text }];
    const time = timeOf(line);
    if (role === 'assistant') {
      // A call of the model, with what its provider counted of the request; null where the log has no count.
      const real = countOf(line['promptTokens']);
      this.#log.step({ model: null, time, label: this.#log.label, real });
    } else this.#log.said(parts);
    const position = this.#log.message(role === 'user' ? 'user' : 'model', parts, at, time);
    if (position >= 0 || role === 'assistant') receipt.keep();
    else receipt.drop('message without content', at);
  }

  protected close(): void {
    this.session(this.#log.end());
  }
}
`,
      [`lib/readers/importers/formats/${id}/fixtures/${id}/log.jsonl`]: [
        'user',
        'assistant',
        'user',
      ]
        .map((role, i) => ({
          log: id,
          timestamp: `2026-01-02T03:04:0${i}Z`,
          message: { role, content: `Line ${i + 1}` },
          ...(role === 'assistant' ? { promptTokens: 123 } : {}),
        }))
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
      [`lib/readers/importers/formats/${id}/${id}.test.ts`]: `import { expect, it } from 'vitest';
import { readFixture, stepsOf } from '../../testing/session-view';

it('reads a call with its count, and every record', () => {
  const { sessions, receipt } = readFixture('${id}/log.jsonl');
  expect(sessions.map((one) => [one.entries.length, stepsOf(one)])).toEqual([[3, ['1:123']]]);
  expect(receipt).toMatchObject({ read: 3, kept: 3, lost: 0 });
});
`,
    },
    insertions: [
      {
        file: 'lib/readers/importers/builtin.ts',
        line: `export { ${value} } from './formats/${id}';`,
      },
      {
        file: 'lib/answers/report/systems/format-origins.ts',
        line: `  ${/^[a-z]+$/i.test(label) ? label : `'${label}'`}: 'its messages',`,
      },
    ],
  }),
  detector: ({ id, value, label }) => ({
    files: {
      [`lib/analysis/detectors/thresholds/${id}.ts`]: `import { formatInteger } from '@/lib/engine/base/format';
import { floatAt } from '@/lib/engine/base/read';
import { defineDetector } from '../detector';
import { stepsOf } from '../evidence/decided';
import { advise, stepCount } from '../finding';

/** Tokens above which a request is worth a look. */
const MOST = 100_000_000;

/** Requests that are larger than any window. */
export const ${value} = defineDetector({
  id: '${id}',
  title: '${label}',
  definition: \`A request of the replay is larger than \${formatInteger(MOST)} tokens.\`,
  of: 'replay',
  find: ({ replay }) => {
    const at = Array.from({ length: stepsOf(replay) }, (_, step) => step).filter(
      (step) => floatAt(replay.columns.real, step) > MOST,
    );
    if (at.length === 0) return null;
    return {
      at,
      severity: 'info',
      figures: [stepCount('steps', at.length)],
      sentence: \`More than \${formatInteger(MOST)} tokens.\`,
      advice: [advise('Say what to do about it')],
    };
  },
});
`,
      [`lib/analysis/detectors/thresholds/${id}.test.ts`]: `import { firesAndStaysQuiet } from '../testing/both-ways';

firesAndStaysQuiet([
  {
    id: '${id}',
    fires: ['u 400\\n-- 100000001'],
    steps: [0],
    says: 'More than 100,000,000 tokens.',
    quiet: ['u 400\\n-- 100000000'],
  },
]);
`,
    },
    insertions: [
      {
        file: 'lib/analysis/detectors/builtin.ts',
        line: `export { ${value} } from './thresholds/${id}';`,
      },
    ],
  }),
  question: ({ id, value, label }) => ({
    files: {
      [`lib/answers/questions/${id}.ts`]: example('lib/answers/testing/toy-question.ts', [
        ['/** A question that no surface knows: the', '/** The'],
        ['largestRequests', value],
        ['largest-requests', id],
        ["'Largest requests'", `'${label}'`],
        ["'LargeRequest'", `'${capital(value)}Row'`],
      ]),
      [`lib/answers/questions/${id}.test.ts`]: `import { expect, it } from 'vitest';
import { capture } from '@/lib/cli/testing/captured-io';

it('answers of a sample what the recording says', async () => {
  const { code, out } = await capture(['${id}', 'public/samples/production-incident.json']);
  expect(code).toBe(0);
  expect(out).toContain('The largest request has 200,819.');
});
`,
    },
    insertions: [
      {
        file: 'lib/answers/registry.ts',
        line: `import { ${value} } from './questions/${id}';`,
      },
      {
        file: 'lib/answers/registry.ts',
        line: `  ${value},`,
        behind: 'export const questions: readonly AnyQuestion[] = [',
        last: true,
      },
    ],
  }),
  tab: ({ id, value, type, label }) => ({
    files: {
      [`components/workbench/tabs/${id}-tab.tsx`]: `'use client';

import { useLateFrame } from '../state/use-workbench';
import { Fact, Part } from './receipt-part';

/** Say here what the tab shows. */
export function ${type}Tab() {
  const { replay, step } = useLateFrame();
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label="${label}"
      className="min-h-0 flex-1 overflow-auto px-4 py-3 focus-visible:-outline-offset-2"
    >
      <Part title="${label}">
        <Fact name="Policy" value={replay.policy.label} />
        <Fact name="Step" value={String(step)} />
      </Part>
    </div>
  );
}
`,
      [`components/workbench/tabs/${id}-tab.test.tsx`]: `import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { sampleSessions } from '@/lib/readers/importers/testing/every-session';
import { WorkbenchProvider } from '../state/use-workbench';
import { openedPage } from '../testing/opened-page';
import { ${type}Tab } from './${id}-tab';

it('shows the policy and the step of the address', () => {
  const incident = sampleSessions().find(({ name }) => name === 'production-incident.json')!;
  const markup = renderToStaticMarkup(
    <WorkbenchProvider value={openedPage(incident, '?policy=crush&step=7')}>
      <${type}Tab />
    </WorkbenchProvider>,
  );
  expect(markup.replaceAll(/<[^>]*>/g, ' ')).toMatch(/Policy +Crush.* Step +7 /);
});
`,
    },
    insertions: [
      {
        file: 'components/workbench/state/view-url.ts',
        line: `  '${id}',`,
        behind: "  'estimators',",
      },
      {
        file: 'components/workbench/layout/details.tsx',
        line: `const ${value} = late(() => import('../tabs/${id}-tab').then((file) => file.${type}Tab));`,
        behind:
          "const estimators = late(() => import('../tabs/estimators-tab').then((file) => file.EstimatorsTab));",
      },
      {
        file: 'components/workbench/layout/details.tsx',
        line: `  ${value === id ? id : `'${id}'`}: { label: '${label}', content: <${value}.Part />, early: ${value}.fetchEarly },`,
        behind: 'const tabs: Readonly<Record<WorkbenchTab, TabSpec>> = {',
        last: true,
      },
    ],
  }),
};

/** A text with a line more. */
export function inserted(text: string, { line, behind, last = false }: Insertion): string {
  const lines = text.split('\n');
  if (behind !== undefined && last) {
    const begin = lines.findIndex((one) => one.startsWith(behind));
    const end = lines.findIndex((one, i) => i > begin && /^[\]}]/.test(one));
    if (begin < 0 || end < 0) throw new Error(`There is no list "${behind}".`);
    return [...lines.slice(0, end), line, ...lines.slice(end)].join('\n');
  }
  if (behind !== undefined) {
    const at = lines.findIndex((one) => one.startsWith(behind));
    if (at < 0) throw new Error(`There is no line "${behind}".`);
    const rest = lines[at]?.slice(behind.length) ?? '';
    return [...lines.slice(0, at), behind, `${line}${rest}`, ...lines.slice(at + 1)].join('\n');
  }
  const [first = ''] = /^\s*\w*/.exec(line) ?? [];
  const like = (one: string): boolean => one.startsWith(first);
  const next = lines.findIndex((one) => like(one) && one > line);
  const at = next >= 0 ? next : lines.findLastIndex(like) + 1;
  return [...lines.slice(0, at), line, ...lines.slice(at)].join('\n');
}

/** What is to be written. @throws Error for an unknown kind, a bad name, or a name that is taken */
export function planNew(kind: string, id: string): Planned {
  const plan = kinds[kind];
  if (plan === undefined) {
    throw new Error(`npm run new -- ${Object.keys(kinds).join('|')} <name>; not "${kind}".`);
  }
  const planned = plan(namesOf(id));
  const taken = Object.keys(planned.files).find((file) => existsSync(inProject(file)));
  if (taken !== undefined) throw new Error(`${taken} is there already: choose another name.`);
  return planned;
}

/** Writes it, and names what it wrote. */
async function write({ files, insertions }: Planned): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(inProject(file)), { recursive: true });
    writeFileSync(inProject(file), text);
    console.log(`wrote ${file}`);
  }
  for (const insertion of insertions) {
    const file = inProject(insertion.file);
    writeFileSync(file, inserted(readFileSync(file, 'utf8'), insertion));
    console.log(`added to ${insertion.file}: ${insertion.line.trim()}`);
  }
  const written = [...Object.keys(files), ...insertions.map(({ file }) => file)];
  await runInstalled('prettier/bin/prettier.cjs', ['--write', '--ignore-unknown', ...written]);
  console.log(
    'Next: replace its placeholders, then npm run check and the tests that CONTRIBUTING.md names for its kind.',
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await write(planNew(process.argv[2] ?? '', process.argv[3] ?? ''));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
