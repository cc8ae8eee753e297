import path from 'node:path';
import type { ImportRule } from './import-table';
import { ruleOf, unitOf } from './import-units';

/** A file of the project: its path from the project's folder, with `/`, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

// Files part where ideas part, not below a count: this only stops what nobody would read.
const MOST_LINES = 400;
const MOST_TEST_LINES = 600;

/** Packages of the OpenTelemetry SDK: tests send its real payloads. */
const TELEMETRY = [
  '@opentelemetry/exporter-logs-otlp-http',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/otlp-transformer',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-logs',
  '@opentelemetry/sdk-trace-base',
];

/**
 * Imports allowed to tests: test libraries, files, what draws a component without a browser, and any
 * unit of lib for their input.
 */
const TEST_RULE: ImportRule = {
  units: ['lib/'],
  packages: [
    'vitest',
    'fast-check',
    'node:',
    'react-dom',
    '@seriousme/openapi-schema-validator',
    'gpt-tokenizer',
    'yaml',
    '@modelcontextprotocol/sdk',
    ...TELEMETRY,
  ],
};

export const isTest = (file: string): boolean =>
  /\.(test|long|traces)\.tsx?$|\/testing\//.test(file);

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|\brequire\(\s*'([^']+)'\s*\)/g;

/** Names of a file's imports, types and lazy imports included. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** Path in the project that an import names, as a rule without its ending; undefined for a package. */
export function targetOf(from: string, name: string): string | undefined {
  if (name.startsWith('@/')) return name.slice(2);
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : undefined;
}

export const packageOf = (name: string): string =>
  name.startsWith('node:') ? 'node:' : name.split('/', name.startsWith('@') ? 2 : 1).join('/');

const allows = (list: readonly string[], name: string): boolean =>
  list.some((entry) => entry === name || (entry.endsWith('/') && name.startsWith(entry)));

function judgeImport(file: SourceFile, unit: string, rule: ImportRule, name: string): string[] {
  const fail = (why: string): string[] => [`${file.path} imports '${name}': ${why}`];
  const judgeUnit = (target: string): string[] =>
    allows(rule.units, target) ? [] : fail(`${unit} may not import ${target}`);
  if (name.startsWith('@/')) {
    const target = unitOf(`${name.slice(2)}.ts`) ?? name.slice(2);
    return target === unit ? fail('use ./ inside a unit') : judgeUnit(target);
  }
  if (name.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file.path), name);
    const targetUnit = unitOf(`${target}.ts`) ?? target;
    const inside = target.startsWith(`${unit}/`) || targetUnit === unit;
    // Plain JavaScript runs before anything resolves @/.
    if (!inside && file.path.endsWith('.mjs')) return judgeUnit(targetUnit);
    // A test of a standalone file is beside it.
    const beside = isTest(file.path) && !name.startsWith('..');
    return inside || beside ? [] : fail('use @/ between units');
  }
  return rule.packages.includes(packageOf(name)) ? [] : fail(`${unit} may not import this package`);
}

function ruleFor(file: string, unit: string): ImportRule | undefined {
  const own = ruleOf(unit);
  if (own === undefined || !isTest(file)) return own;
  return {
    units: [...own.units, ...TEST_RULE.units],
    packages: [...own.packages, ...TEST_RULE.packages],
  };
}

/** Imports forbidden by the table, and unknown units. */
export function importViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const unit = unitOf(file.path);
    if (unit === undefined) return [];
    const rule = ruleFor(file.path, unit);
    if (rule === undefined) return [`${file.path}: the import table knows no unit ${unit}`];
    return importsOf(file.text).flatMap((name) => judgeImport(file, unit, rule, name));
  });
}

/** Files that are too long. */
export function lengthViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path: file, text }) => {
    const lines = text.trimEnd().split('\n').length;
    const most = isTest(file) || file.startsWith('e2e/') ? MOST_TEST_LINES : MOST_LINES;
    return lines > most ? [`${file} has ${lines} lines, more than ${most}`] : [];
  });
}

/** Files with a policy, importer or detector that `builtin.ts` does not export. */
export function registryViolations(files: readonly SourceFile[]): string[] {
  const kinds = {
    policies: 'definePolicy',
    importers: 'defineImporter',
    'analysis/detectors': 'defineDetector',
  };
  return Object.entries(kinds).flatMap(([folder, define]) => {
    const registered = files
      .filter(({ path: file }) => file === `lib/${folder}/builtin.ts`)
      .flatMap(({ text }) => importsOf(text))
      .map((name) => path.posix.join(`lib/${folder}`, name));
    return files
      .filter(({ path: file, text }) => {
        const defines = new RegExp(`^export const \\w+(: \\w+)? = ${define}\\(`, 'm').test(text);
        return file.startsWith(`lib/${folder}/`) && !isTest(file) && defines;
      })
      .filter(({ path: file }) => !registered.includes(file.replace(/(\/index)?\.ts$/, '')))
      .map(({ path: file }) => `${file} is not in lib/${folder}/builtin.ts`);
  });
}

const HANDLER = /(?:^export (?:async )?(?:function|const)|\bas) (GET|POST|PUT|PATCH|DELETE)\b/gm;

/** Asks the request guard, and for the token. */
const ADMIT = '@/lib/host/access/admit';

/**
 * API handlers without the request guard: the proxy does not check requests with a body, so
 * lib/host/server must make each handler.
 */
export function guardViolations(files: readonly SourceFile[]): string[] {
  const routes = files.filter(({ path: file }) => /^app\/(api|v1)\/.*\/?route\.ts$/.test(file));
  const unguarded = routes.flatMap(({ path: file, text }) => {
    const handlers = [...text.matchAll(HANDLER)].map((match) => match[1]);
    const guarded = importsOf(text).some(
      (name) => name.startsWith('@/lib/host/server') || name === '@/lib/host/request-guard',
    );
    return handlers.length > 0 && !guarded ? [`${file} answers without the request guard`] : [];
  });
  const asked = files.some(
    ({ path: file, text }) =>
      file.startsWith('lib/host/server/') && !isTest(file) && importsOf(text).includes(ADMIT),
  );
  return routes.length === 0 || asked
    ? unguarded
    : [...unguarded, 'lib/host/server does not ask the request guard'];
}

const FORBIDDEN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\beslint-disable\b/, 'eslint-disable'],
  [/@ts-(ignore|nocheck|expect-error)\b/, 'a silenced compiler'],
  [/\b(TODO|FIXME|XXX)\b/, 'an open end'],
  [/\b(it|test|describe)\.(skip|only|todo)\(/, 'a skipped test'],
];

const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|types|misc)(\.|\/|$)/;

/** Words and names that this project does not use. */
export function wordViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path: file, text }) => [
    ...(FORBIDDEN_NAMES.test(file) ? [`${file} has a name that says nothing`] : []),
    ...(/[A-Z]/.test(file) ? [`${file} is not in kebab-case`] : []),
    ...FORBIDDEN_WORDS.filter(([pattern]) => pattern.test(text)).map(
      ([, name]) => `${file} has ${name}`,
    ),
  ]);
}
