import { existsSync, readFileSync } from 'node:fs';
import { inProject } from '@/lib/server/project.mjs';

/** The parts of a lock's entry that are checked. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** package-lock.json. */
interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Licences that ask for no more than their notice, by SPDX identifier. */
const FREE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Packages with another licence that were looked at: each is used as published, beside the program,
 * and asks nothing of it.
 */
const LOOKED_AT: readonly (readonly [name: RegExp, licence: string])[] = [
  // Tests only.
  [/^(@axe-core\/playwright|axe-core)$/, 'MPL-2.0'],
  // The compiler of styles, and of the layout in Prisma's tools; neither is part of a page.
  [/^lightningcss(-|$)/, 'MPL-2.0'],
  [/^elkjs$/, 'EPL-2.0'],
  // Next's optional image library, a program of its own.
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
  // Data and fonts.
  [/^caniuse-lite$/, 'CC-BY-4.0'],
  [/^@fontsource-variable\//, 'OFL-1.1'],
];

/** Licences of packages whose manifest has none: each package brings the text. */
const BY_TEXT: Readonly<Record<string, string>> = { 'seq-queue': 'MIT' };

/**
 * Optional packages for other systems that the registry of this project's machines does not have:
 * `npm run complete-lock` adds what it learns where it does.
 */
const NOT_GIVEN = /^@next\/swc-|^@tailwindcss\/oxide-/;

const nameOf = (place: string): string => place.split('node_modules/').at(-1) ?? place;

/** Entries of a lock that npm would install without comparing their content, each with the reason. */
export function integrityFaults({ packages }: Lock): readonly string[] {
  return Object.entries(packages).flatMap(([place, entry]) => {
    if (place === '' || entry.link === true || entry.integrity !== undefined) return [];
    if (entry.optional === true && NOT_GIVEN.test(nameOf(place))) return [];
    return [
      `${nameOf(place)}@${entry.version} has no integrity in package-lock.json. Run npm run complete-lock where the registry has it.`,
    ];
  });
}

/**
 * Packages of a lock whose licence is not allowed, each with the reason. `manifestLicence` is the
 * licence that an installed package states, by its place; null if it is not installed.
 */
export function licenceFaults(
  { packages }: Lock,
  manifestLicence: (place: string) => string | null,
): readonly string[] {
  const owners = ownersOf(packages);
  const stated = (place: string): string | null =>
    packages[place]?.license ?? BY_TEXT[nameOf(place)] ?? manifestLicence(place);
  return Object.entries(packages).flatMap(([place, { version, link }]) => {
    if (place === '' || link === true) return [];
    const name = nameOf(place);
    const owner = owners.get(name);
    const licence = stated(place) ?? (owner === undefined ? null : stated(owner));
    if (licence === null) return [`${name}@${version} states no licence.`];
    if (isAllowed(name, licence)) return [];
    return [`${name}@${version} has the licence ${licence}, which is not on the list.`];
  });
}

/** The package that each optional package is a part of, by names of parts. */
function ownersOf(packages: Lock['packages']): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      place === '' ? [] : Object.keys(optionalDependencies).map((part) => [part, place] as const),
    ),
  );
}

/** Judges an SPDX expression: of alternatives one is enough, of several every one counts. */
function isAllowed(name: string, expression: string): boolean {
  const plain = expression.replace(/[()]/g, ' ').trim();
  const parts = (word: RegExp): readonly string[] => plain.split(word).map((part) => part.trim());
  return parts(/\s+or\s+/i).some((alternative) =>
    alternative.split(/\s+and\s+/i).every((licence) => isFree(name, licence.trim())),
  );
}

const isFree = (name: string, licence: string): boolean =>
  FREE.has(licence) ||
  LOOKED_AT.some(([pattern, known]) => known === licence && pattern.test(name));

/** What is wrong with this project's dependencies, in sentences. */
export function dependencyFaults(): readonly string[] {
  const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as Lock;
  return [...integrityFaults(lock), ...licenceFaults(lock, installedLicence)];
}

function installedLicence(place: string): string | null {
  const file = inProject(place, 'package.json');
  if (!existsSync(file)) return null;
  const { license } = JSON.parse(readFileSync(file, 'utf8')) as { readonly license?: unknown };
  return typeof license === 'string' ? license : null;
}
