import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { filesUnder, fingerprint, inProject, readText } from '@/lib/server/project.mjs';
import { inputKeys } from './input-keys';

/** Folders of source files and of files that tests read. */
const FOLDERS = ['.ci', 'app', 'components', 'e2e', 'lib', 'prisma', 'public'];
const SETTINGS = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.core.json'],
  ...['eslint.config.mjs', 'next.config.js', 'playwright.config.ts', 'prisma.config.ts'],
  ...['vitest.config.ts', 'vitest.long.config.ts', 'vitest.traces.config.ts'],
  ...['proxy.ts', 'proxy.test.ts', 'instrumentation.ts', 'instrumentation-client.ts'],
  'postcss.config.mjs',
];

const isSource = (file: string): boolean => /\.(tsx?|m?js)$/.test(file);
const isGenerated = (file: string): boolean => /\/generated(-postgresql)?\//.test(file);

/** The files that a check looks at, with the key of what each depends on. */
export type Keys = ReadonlyMap<string, string>;

const storedKeys = z.record(z.string(), z.string());

function keysOf(settings: readonly string[]): Keys {
  const files = [...FOLDERS, ...SETTINGS].flatMap(filesUnder).filter(isSource);
  const sources = files
    .filter((file) => !isGenerated(file))
    .map((file) => ({ path: file, text: readFileSync(inProject(file), 'utf8') }));
  return inputKeys(sources, fingerprint(settings));
}

const only = (keys: Keys, pattern: RegExp): Keys =>
  new Map([...keys].filter(([file]) => pattern.test(file)));

/** Source files, by what their lint depends on. */
export const lintKeys = (): Keys =>
  keysOf(SETTINGS.filter((file) => /\.(json|mjs)$/.test(file)).flatMap(filesUnder));

/** Test files, by what they depend on; each on every file that is no source: fixtures, samples. */
export function testKeys(): Keys {
  const read = FOLDERS.flatMap(filesUnder).filter((file) => !isSource(file));
  const settings = SETTINGS.flatMap(filesUnder);
  return only(keysOf([...read, ...settings]), /\.test\.tsx?$/);
}

const placeOf = (check: string): string =>
  inProject('node_modules/.cache/highwater', `${check}.json`);

/** The files whose inputs are not those with which a check last passed. */
export function changedSince(check: string, keys: Keys): readonly string[] {
  const text = readText(placeOf(check));
  const passed = text === '' ? {} : storedKeys.parse(JSON.parse(text));
  return [...keys].filter(([file, key]) => passed[file] !== key).map(([file]) => file);
}

/** Remembers that a check passed. */
export function notePassed(check: string, keys: Keys): void {
  mkdirSync(path.dirname(placeOf(check)), { recursive: true });
  writeFileSync(placeOf(check), JSON.stringify(Object.fromEntries(keys)));
}
