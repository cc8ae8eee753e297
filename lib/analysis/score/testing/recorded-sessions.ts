/** Recordings beside the checkout, which are no part of it: for tests over them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';

/** A measured session of a file. */
export interface SessionOfFile {
  readonly file: string;
  readonly source: Session['source'];
  readonly profile: Profile;
}

/** Every session of the files in some folders of HIGHWATER_TRACES. */
export function* tracedSessions(root: string, kinds: readonly string[]): Generator<SessionOfFile> {
  for (const kind of kinds) yield* sessionsIn(join(root, kind));
}

/** Every session of the archive of recordings that are numbers alone. */
export function* numbersOnlySessions(archive: string): Generator<SessionOfFile> {
  const folder = mkdtempSync(join(tmpdir(), 'highwater-recordings-'));
  try {
    execFileSync('tar', ['xzf', archive, '-C', folder]);
    yield* sessionsIn(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function* sessionsIn(folder: string): Generator<SessionOfFile> {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sessionsIn(path);
    else yield* sessionsOf(name, readFileSync(path, 'utf8'));
  }
}

function* sessionsOf(file: string, text: string): Generator<SessionOfFile> {
  const read = readTrace(text, file.endsWith('.json') ? 'json' : 'jsonl', file);
  if (!read.ok) throw new Error(`${file}: ${read.error.message}`);
  for (const session of read.value.sessions) {
    yield { file, source: session.source, profile: measureSession(session) };
  }
}
