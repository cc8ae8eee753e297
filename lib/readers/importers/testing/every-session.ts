import { readdirSync, readFileSync } from 'node:fs';
import type { Result } from '@/lib/engine/base/result';
import type { Session } from '@/lib/engine/session/schema';
import type { ImportError } from '../importer';
import { archiveFixtures } from './archive-fixtures';
import { textFixtures } from './fixtures';
import { plainFixtures } from './plain-fixtures';
import { readArchive, readPlain, readTrace, type ReadTrace } from './read-trace';

/** A session, and the file that it stands in. */
export interface ExampleSession {
  readonly name: string;
  readonly session: Session;
}

const samples = new URL('../../../../public/samples/', import.meta.url);

/** The sessions of every sample, whole. */
export const sampleSessions = (): readonly ExampleSession[] =>
  readdirSync(samples)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) =>
      named(name, readTrace(readFileSync(new URL(name, samples), 'utf8'), 'json', name)),
    );

/** The sessions of every importer's fixtures, in canonical form; those of databases are not among them. */
export const fixtureSessions = (): readonly ExampleSession[] => [
  ...textFixtures.flatMap(({ format, file, input, text }) =>
    named(`${format}/${file}`, readTrace(text, input, file)),
  ),
  ...plainFixtures.flatMap(({ format, file, text }) =>
    named(`${format}/${file}`, readPlain(text, file)),
  ),
  ...archiveFixtures.flatMap(({ format, file, members }) =>
    named(`${format}/${file}`, readArchive(members, file)),
  ),
];

/** The same by the importer that reads them. */
export function fixtureGroups(): readonly (readonly [format: string, ExampleSession[]])[] {
  const groups = new Map<string, ExampleSession[]>();
  for (const one of fixtureSessions()) {
    const [format = ''] = one.name.split('/');
    groups.set(format, [...(groups.get(format) ?? []), one]);
  }
  return [...groups];
}

/** A fixture without a session is one of what a reader refuses. */
const named = (name: string, read: Result<ReadTrace, ImportError>): readonly ExampleSession[] =>
  read.ok ? read.value.sessions.map((session) => ({ name, session })) : [];
