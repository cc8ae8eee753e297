import path from 'node:path';
import { type ImportRule, ruleOf, unitOf } from './import-table';

/** A file of the project: its path from the project's folder, with `/`, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const MOST_LINES = 300;
const MOST_TEST_LINES = 600;

/** The OpenTelemetry SDK: tests send what it sends. */
const TELEMETRY = [
  '@opentelemetry/exporter-logs-otlp-http',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/otlp-transformer',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-logs',
  '@opentelemetry/sdk-trace-base',
];

/** Tests may use a test library, read files and lean on any unit of lib to make their input. */
const TEST_RULE: ImportRule = {
  units: ['lib/'],
  packages: ['vitest', 'fast-check', 'node:', '@seriousme/openapi-schema-validator', ...TELEMETRY],
};

const isTest = (file: string): boolean => /\.(test|traces)\.tsx?$|\/testing\//.test(file);

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|\brequire\(\s*'([^']+)'\s*\)/g;

/** The names a file imports from, types and lazy imports included. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

const packageOf = (name: string): string =>
  name.startsWith('node:') ? 'node:' : name.split('/', name.startsWith('@') ? 2 : 1).join('/');

const allows = (list: readonly string[], name: string): boolean =>
  list.some((entry) => entry === name || (entry.endsWith('/') && name.startsWith(entry)));

function judgeImport(file: SourceFile, unit: string, rule: ImportRule, name: string): string[] {
  const fail = (why: string): string[] => [`${file.path} imports '${name}': ${why}`];
  if (name.startsWith('@/')) {
    const target = unitOf(`${name.slice(2)}.ts`) ?? name.slice(2);
    if (target === unit) return fail('use ./ inside a unit');
    return allows(rule.units, target) ? [] : fail(`${unit} may not import ${target}`);
  }
  if (name.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file.path), name);
    const inside = target.startsWith(`${unit}/`) || unitOf(`${target}.ts`) === unit;
    // A test of a file that stands alone sits beside it.
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

/** Imports that the table forbids, and units it does not know. */
export function importViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const unit = unitOf(file.path);
    if (unit === undefined) return [];
    const rule = ruleFor(file.path, unit);
    if (rule === undefined) return [`${file.path}: the import table knows no unit ${unit}`];
    return importsOf(file.text).flatMap((name) => judgeImport(file, unit, rule, name));
  });
}

/** Files that are too long to be read in one go. */
export function lengthViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path: file, text }) => {
    const lines = text.trimEnd().split('\n').length;
    const most = isTest(file) || file.startsWith('e2e/') ? MOST_TEST_LINES : MOST_LINES;
    return lines > most ? [`${file} has ${lines} lines, more than ${most}`] : [];
  });
}

/** Files that define a policy, importer or detector which no line of `builtin.ts` exports. */
export function registryViolations(files: readonly SourceFile[]): string[] {
  const kinds = {
    policies: 'definePolicy',
    importers: 'defineImporter',
    detectors: 'defineDetector',
  };
  return Object.entries(kinds).flatMap(([folder, define]) => {
    const registered = files
      .filter(({ path: file }) => file === `lib/${folder}/builtin.ts`)
      .flatMap(({ text }) => importsOf(text))
      .map((name) => path.posix.join(`lib/${folder}`, `${name}.ts`));
    return files
      .filter(({ path: file, text }) => {
        const defines = new RegExp(`^export const \\w+(: \\w+)? = ${define}\\(`, 'm').test(text);
        return file.startsWith(`lib/${folder}/`) && !isTest(file) && defines;
      })
      .filter(({ path: file }) => !registered.includes(file))
      .map(({ path: file }) => `${file} is not in lib/${folder}/builtin.ts`);
  });
}

const HANDLER = /^export (?:async )?(?:function|const) (GET|POST|PUT|PATCH|DELETE)\b/gm;

/**
 * Handlers of the API that answer without asking the request guard: the proxy lets requests with a
 * body pass by, so each handler is made by lib/api/server, which asks it.
 */
export function guardViolations(files: readonly SourceFile[]): string[] {
  const routes = files.filter(({ path: file }) => /^app\/(api|v1)\/.*\/?route\.ts$/.test(file));
  const unguarded = routes.flatMap(({ path: file, text }) => {
    const handlers = [...text.matchAll(HANDLER)].map((match) => match[1]);
    const guarded = importsOf(text).some(
      (name) => name.startsWith('@/lib/api/server') || name === '@/lib/request-guard',
    );
    return handlers.length > 0 && !guarded ? [`${file} answers without the request guard`] : [];
  });
  const asked = files.some(
    ({ path: file, text }) =>
      file.startsWith('lib/api/server/') &&
      !isTest(file) &&
      importsOf(text).includes('@/lib/request-guard'),
  );
  return routes.length === 0 || asked
    ? unguarded
    : [...unguarded, 'lib/api/server does not ask the request guard'];
}

const FORBIDDEN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\beslint-disable\b/, 'eslint-disable'],
  [/@ts-(ignore|nocheck|expect-error)\b/, 'a silenced compiler'],
  [/\b(TODO|FIXME|XXX)\b/, 'an open end'],
  [/\b(it|test|describe)\.(skip|only|todo)\(/, 'a skipped test'],
];

const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|types|misc)(\.|\/|$)/;

/** Words and names that this project does without. */
export function wordViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path: file, text }) => [
    ...(FORBIDDEN_NAMES.test(file) ? [`${file} has a name that says nothing`] : []),
    ...(/[A-Z]/.test(file) ? [`${file} is not in kebab-case`] : []),
    ...FORBIDDEN_WORDS.filter(([pattern]) => pattern.test(text)).map(
      ([, name]) => `${file} has ${name}`,
    ),
  ]);
}
