import { createHash } from 'node:crypto';
import type { MeasuredSession } from '@/lib/core/measured-session';
import { noTraceCodes } from '@/lib/importers/importer';
import { prepare } from '@/lib/replay/prepare';
import { encodeProfile } from '@/lib/tokens/profile-codec';
import { encodeReferences } from '@/lib/tokens/references/reference-codec';
import type { CorpusFacts, CorpusSession } from '@/lib/tuning/corpus-session';
import type { CliIo } from '../cli-io';
import { measureInput } from '../measure-trace';
import { readErrorText } from '../read-error';

/** A session of a corpus, and the file that it was read from. */
export interface FileSession extends CorpusSession {
  readonly file: string;
  /** Encoded names of its texts; null for numbers alone. Left out where nobody looked. */
  readonly names?: Uint8Array | null;
}

/** Sessions of files, folders and archives. */
export interface FileCorpus {
  readonly sessions: readonly FileSession[];
  /** Traces that were read, and inputs that should be traces and cannot be read. */
  readonly read: number;
  readonly failed: number;
}

/**
 * Reads the sessions of everything named, with the names in their texts where they are asked for; says
 * what cannot be read, and goes on.
 */
export async function corpusOfFiles(
  files: readonly string[],
  io: CliIo,
  { names = false }: { readonly names?: boolean } = {},
): Promise<FileCorpus> {
  const sessions: FileSession[] = [];
  let read = 0;
  let failed = 0;
  for (const given of files) {
    for await (const found of measureInput(given, io.resolve(given), { names })) {
      if ('format' in found) {
        read++;
        for (const one of found.sessions) sessions.push(fileSession(found.file, one));
      } else if (found.file === given || !noTraceCodes.includes(found.error.code)) {
        failed++;
        io.message(readErrorText(found.file, found.error));
      }
    }
  }
  return { sessions, read, failed };
}

/** A measured session as one of a corpus. */
export function fileSession(file: string, measured: MeasuredSession): FileSession {
  const { profile, references } = measured;
  const one = { file, session: prepare(profile), facts: factsOf(file, measured) };
  if (references === undefined) return one;
  // Encoded, so that a corpus holds some kilobytes of each.
  const index = references();
  return { ...one, names: index && encodeReferences(index) };
}

/** Sessions of one project are one cluster; without a project, those of a trace that belong together. */
function factsOf(file: string, { draft, profile }: MeasuredSession): CorpusFacts {
  const { name, source, model, generated } = draft.head;
  const first = profile.steps.time.find((time) => !Number.isNaN(time));
  return {
    id: `${file} ${source.sessionId} ${source.lane}`,
    name,
    agent: source.agent,
    model,
    hash: createHash('sha256').update(encodeProfile(profile)).digest('hex'),
    generated: generated !== null,
    subAgent: source.parent !== null,
    cluster: draft.project ?? `${file} ${source.parent?.sessionId ?? source.sessionId}`,
    startedAt: first ?? null,
  };
}
