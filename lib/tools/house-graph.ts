import path from 'node:path';
import { importsOf, isTest, packageOf, targetOf, type SourceFile } from './house-rules';
import { IMPORT_TABLE, type ImportRule } from './import-table';
import { ruleOf, unitOf } from './import-units';

/** The project as a graph: each file and the files it imports, by value, by type or lazily. */
type ImportGraph = ReadonlyMap<string, readonly string[]>;

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'];

/** Resolves an import of a file; undefined for packages and files of other kinds. */
function resolve(from: string, name: string, known: ReadonlySet<string>): string | undefined {
  const target = targetOf(from, name);
  if (target === undefined) return undefined;
  return ENDINGS.map((ending) => `${target}${ending}`).find((file) => known.has(file));
}

export function importGraph(files: readonly SourceFile[]): ImportGraph {
  const known = new Set(files.map(({ path: file }) => file));
  return new Map(
    files.map(({ path: file, text }) => [
      file,
      importsOf(text).flatMap((name) => resolve(file, name, known) ?? []),
    ]),
  );
}

/** Circles of a graph: its strongly connected components of more than one node (Tarjan), sorted. */
function circlesOf(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (place: string): number => {
    const own = order.size;
    order.set(place, own);
    let low = own;
    stack.push(place);
    for (const next of graph.get(place) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next))
        low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(place, low);
    if (low < own) return low;
    const part = stack.splice(stack.indexOf(place));
    if (part.length > 1 || graph.get(place)?.includes(place)) circles.push(part.sort());
    return low;
  };
  for (const place of graph.keys()) if (!order.has(place)) visit(place);
  return circles;
}

/** Circles between files. */
export const fileCircles = (graph: ImportGraph): string[] =>
  circlesOf(graph).map((circle) => `a circle: ${circle.join(' · ')}`);

/** Circles between units; tests may import any unit and do not count. */
export function unitCircles(graph: ImportGraph): string[] {
  const units = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    const unit = unitOf(file);
    if (unit === undefined || isTest(file)) continue;
    const others = targets.flatMap((target) => unitOf(target) ?? []);
    const known = units.get(unit) ?? [];
    units.set(unit, [...known, ...others.filter((other) => other !== unit)]);
  }
  return circlesOf(units).map((circle) => `a circle of units: ${circle.join(' · ')}`);
}

/** Units of the table without files, and permissions that no file uses. */
export function tableViolations(
  files: readonly SourceFile[],
  table: Readonly<Record<string, ImportRule>> = IMPORT_TABLE,
): string[] {
  const owners = new Map(Object.values(table).map((rule) => [rule, new Set<string>()]));
  const units = new Set<string>();
  for (const { path: file, text } of files) {
    const unit = unitOf(file);
    if (unit === undefined) continue;
    units.add(unit);
    const used = owners.get(ruleOf(unit, table) ?? { units: [], packages: [] });
    if (used === undefined || isTest(file)) continue;
    for (const name of importsOf(text)) {
      const target = targetOf(file, name);
      used.add(target === undefined ? packageOf(name) : (unitOf(`${target}.ts`) ?? target));
    }
  }
  const there = (name: string, names: Iterable<string>): boolean =>
    [...names].some((other) => other === name || (name.endsWith('/') && other.startsWith(name)));
  return Object.entries(table).flatMap(([unit, rule]) => [
    ...(there(unit, units) ? [] : [`${unit} has no files`]),
    ...rule.units.flatMap((name) =>
      there(name, units) ? [] : [`${unit} may import ${name}, which has no files`],
    ),
    ...[...rule.units, ...rule.packages]
      .filter((name) => !there(name, owners.get(rule) ?? []))
      .map((name) => `${unit} may import ${name} and does not`),
  ]);
}

const FORMATS = 'lib/importers/formats/';
const formatOf = (file: string): string | undefined =>
  file.startsWith(FORMATS) ? file.slice(FORMATS.length).split('/')[0] : undefined;

/** Formats that import another format, and shared mechanisms that import a format. */
export function formatViolations(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, targets]) => {
    const own = formatOf(file);
    if (own === undefined && !file.startsWith('lib/importers/mechanisms/')) return [];
    return targets
      .filter((target) => formatOf(target) !== undefined && formatOf(target) !== own)
      .map((target) => `${file} imports ${target}: a format stands alone`);
  });
}

/** Files that Next calls by their names. */
const NEXT_FILE =
  /^app\/(.*\/)?(page|layout|route|error|global-error|loading|not-found|template|default|icon|manifest|robots)\.tsx?$|^(proxy|instrumentation(-client)?)\.ts$/;

/** Paths in quotes, as in code, and anywhere, as in settings. */
const IN_QUOTES = /'([\w./-]+\.(?:tsx?|mjs))'/g;
const IN_TEXT = /([\w./-]+\.(?:tsx?|mjs))\b/g;

/** Paths in a text, without their leading dots. */
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name.replace(/^(\.{1,2}\/)+/, ''));

/**
 * Product files unreachable from the product's entries: Next's own files, and files named by settings
 * or by a reached file (scripts, workers, setup files). Files of lib/tools may be reached by tests
 * alone.
 */
export function unreachedFiles(
  files: readonly SourceFile[],
  settings: readonly SourceFile[],
): string[] {
  const graph = importGraph(files);
  const texts = new Map(files.map(({ path: file, text }) => [file, text]));
  const product = files.map(({ path: file }) => file).filter((file) => !isTest(file));
  const named = (names: readonly string[]): string[] =>
    product.filter((file) => names.some((name) => file === name || file.endsWith(`/${name}`)));
  const open = [
    ...product.filter((file) => NEXT_FILE.test(file)),
    ...named(settings.flatMap(({ text }) => namesIn(text, IN_TEXT))),
    ...files
      .filter(({ path: file }) => isTest(file))
      .flatMap(({ path: file, text }) => [
        ...(graph.get(file) ?? []),
        ...named(namesIn(text, IN_TEXT)),
      ])
      .filter((file) => file.startsWith('lib/tools/')),
  ];
  const reached = new Set<string>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file) || isTest(file)) continue;
    reached.add(file);
    open.push(...(graph.get(file) ?? []));
    open.push(...named(namesIn(texts.get(file) ?? '', IN_QUOTES)));
  }
  return product
    .filter((file) => !reached.has(file) && !file.startsWith('e2e/'))
    .map((file) => `${file} is reached by nothing but tests`);
}

const MOST_FILES = 28;

/** Folders with too many files, tests included. */
export function folderViolations(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of paths) {
    const folder = path.posix.dirname(file);
    const exempt = /(^|\/)(fixtures|migrations|generated(-postgresql)?)(\/|$)|^app(\/|$)/;
    if (!exempt.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder} lists ${count} files, more than ${MOST_FILES}`);
}
