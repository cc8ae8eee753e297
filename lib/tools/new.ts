/**
 * `npm run new -- <kind> <name>`: writes the file of a policy, importer, detector, question or tab, its line
 * in the registry, its fixture and its test. What it writes passes every test as it is; change it from there.
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

/** A text of `lib/tools/new` with names in place of `{id}`, `{value}`, `{type}` and `{label}`. */
const template = (file: string, names: Names): string =>
  readFileSync(inProject('lib/tools/new', `${file}.txt`), 'utf8').replaceAll(
    /\{(id|value|type|label)\}/g,
    (_, name: keyof Names) => names[name],
  );

const kinds: Readonly<Record<string, (names: Names) => Planned>> = {
  policy(names) {
    const { id, value, label } = names;
    const policy = example('lib/policies/testing/fraction-tail.ts', [
      ['A policy written from README alone: summarises', 'Summarises'],
      ['fraction-tail', id],
      ['fractionTail', value],
      ['Fraction with a tail', label],
      ["system: 'A stranger'", `system: '${label}'`],
      ['a stranger’s', 'where its source is'],
    ]);
    const line = `export { ${value} } from './${id}/policy';`;
    return {
      files: {
        [`lib/policies/${id}/policy.ts`]: policy,
        [`lib/policies/${id}/policy.test.ts`]: template('policy.test.ts', names),
      },
      insertions: [{ file: 'lib/policies/builtin.ts', line }],
    };
  },
  importer(names) {
    const { id, value, label } = names;
    const folder = `lib/readers/importers/formats/${id}`;
    const origin = /^[a-z]+$/i.test(label) ? label : `'${label}'`;
    return {
      files: {
        [`${folder}/index.ts`]: template('index.ts', names),
        [`${folder}/reader.ts`]: template('reader.ts', names),
        [`${folder}/fixtures/${id}/log.jsonl`]: template('log.jsonl', names),
        [`${folder}/${id}.test.ts`]: template('importer.test.ts', names),
      },
      insertions: [
        {
          file: 'lib/readers/importers/builtin.ts',
          line: `export { ${value} } from './formats/${id}';`,
        },
        {
          file: 'lib/answers/report/systems/format-origins.ts',
          line: `  ${origin}: 'its messages',`,
        },
      ],
    };
  },
  detector(names) {
    const { id, value } = names;
    const file = `lib/analysis/detectors/thresholds/${id}`;
    const line = `export { ${value} } from './thresholds/${id}';`;
    return {
      files: {
        [`${file}.ts`]: template('detector.ts', names),
        [`${file}.test.ts`]: template('detector.test.ts', names),
      },
      insertions: [{ file: 'lib/analysis/detectors/builtin.ts', line }],
    };
  },
  question({ id, value, type, label }) {
    const question = example('lib/answers/testing/toy-question.ts', [
      ['/** A question that no surface knows: the', '/** The'],
      ['largestRequests', value],
      ['largest-requests', id],
      ["'Largest requests'", `'${label}'`],
      ["'LargeRequest'", `'${type}Row'`],
    ]);
    const file = 'lib/answers/registry.ts';
    return {
      files: { [`lib/answers/questions/${id}.ts`]: question },
      insertions: [
        { file, line: `import { ${value} } from './questions/${id}';` },
        {
          file,
          line: `  ${value},`,
          behind: 'export const questions: readonly AnyQuestion[] = [',
        },
      ],
    };
  },
  tab(names) {
    const { id, value, type, label } = names;
    const key = value === id ? id : `'${id}'`;
    const tabs = 'components/workbench/tabs/tabs-below.tsx';
    return {
      files: { [`components/workbench/tabs/${id}-tab.tsx`]: template('tab.tsx', names) },
      insertions: [
        {
          file: 'components/workbench/state/view-url.ts',
          line: `  '${id}',`,
          behind: "  'estimators',",
        },
        {
          file: tabs,
          line: `const ${value} = late(() => import('./${id}-tab').then((file) => file.${type}Tab));`,
          behind: '}',
        },
        {
          file: tabs,
          line: `  ${key}: { label: '${label}', content: <${value}.Part />, early: ${value}.fetchEarly },`,
          behind: 'const tabs: Readonly<Record<WorkbenchTab, TabSpec>> = {',
        },
      ],
    };
  },
};

/** A text with a line more. */
export function inserted(text: string, { line, behind }: Insertion): string {
  const lines = text.split('\n');
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
  console.log('Next: change it, then npm run check.');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await write(planNew(process.argv[2] ?? '', process.argv[3] ?? ''));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
