import { createHash } from 'node:crypto';
import { corpusPolicy, type CorpusPolicy } from '@/lib/analysis/fit/opened/corpus-policy';
import { openSession, OWN_POLICY, type Opening } from '@/lib/analysis/fit/opening';
import type { SessionMeasurement } from '@/lib/analysis/subject/session-measurement';
import { noTraceCodes } from '@/lib/readers/importers/importer';
import { prepare } from '@/lib/engine/replay/prepare';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import type { CorpusFacts, CorpusSession } from '@/lib/tuning/corpus-session';
import { axisFields } from '@/lib/tuning/sweep/first-axes';
import type { CliIo } from '../cli-io';
import { measureInput } from '../measure-trace';
import { readErrorText } from '../read-error';

/** A session of a corpus, and the file that it was read from. */
export interface FileSession extends CorpusSession {
  readonly file: string;
  /** What it opens with. */
  readonly opening: () => Opening;
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
export function fileSession(file: string, measured: SessionMeasurement): FileSession {
  const { profile } = measured;
  const { source } = measured.draft.head;
  let opened: Opening | undefined;
  const opening = (): Opening => (opened ??= openSession(source, profile));
  return { file, session: prepare(profile), facts: factsOf(file, measured), opening };
}

/** Sessions of one project are one cluster; without a project, those of a trace that belong together. */
function factsOf(file: string, { draft, profile }: SessionMeasurement): CorpusFacts {
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

/** True for a policy that is named: neither left out nor `own`. */
export const isNamed = (policy: string | undefined): policy is string =>
  policy !== undefined && policy !== OWN_POLICY;

/** What the recorded sessions of a corpus open with; of all where none is recorded. */
export function policyOfFiles(sessions: readonly FileSession[]): CorpusPolicy {
  const recorded = sessions.filter(({ facts }) => !facts.generated);
  const opened = (recorded.length > 0 ? recorded : sessions).map((one) => {
    const { policy, own } = one.opening();
    return { policy: policy.id, preset: own?.preset ?? null, own: own !== null };
  });
  return corpusPolicy(opened, (policy) => axisFields(policy).length > 0);
}
