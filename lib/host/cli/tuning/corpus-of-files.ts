import { createHash } from 'node:crypto';
import type { MeasuredSession } from '@/lib/core/measured-session';
import { noTraceCodes } from '@/lib/importers/importer';
import { prepare } from '@/lib/replay/prepare';
import { encodeProfile } from '@/lib/tokens/profile-codec';
import type { CorpusFacts, CorpusSession } from '@/lib/tuning/corpus-session';
import type { CliIo } from '../cli-io';
import { measureInput } from '../measure-trace';
import { readErrorText } from '../read-error';

/** A session of a corpus, and the file that it was read from. */
export interface FileSession extends CorpusSession {
  readonly file: string;
}

/** Sessions of files, folders and archives. */
export interface FileCorpus {
  readonly sessions: readonly FileSession[];
  /** Traces that were read, and inputs that should be traces and cannot be read. */
  readonly read: number;
  readonly failed: number;
}

/** Reads the sessions of everything named; says what cannot be read, and goes on. */
export async function corpusOfFiles(files: readonly string[], io: CliIo): Promise<FileCorpus> {
  const sessions: FileSession[] = [];
  let read = 0;
  let failed = 0;
  for (const given of files) {
    for await (const found of measureInput(given, io.resolve(given))) {
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
  const { profile } = measured;
  return { file, session: prepare(profile), facts: factsOf(file, measured) };
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
