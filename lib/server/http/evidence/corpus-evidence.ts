import { createHash, type Hash } from 'node:crypto';
import { chunksOf } from '@/lib/server/db/chunks';
import type { Database } from '@/lib/server/db/client';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import type { CorpusEvidence, EvidenceInput } from '@/lib/api/contract/tuning/evidence-contract';
import { policyOrDefault } from '@/lib/policies/registry';
import { ENGINE } from '@/lib/engine/replay/engine';
import { prepare } from '@/lib/engine/replay/prepare';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { CoverageTally } from '@/lib/tuning/evidence/coverage-tally';
import { ratioReport } from '@/lib/tuning/evidence/ratio-report';
import { sessionEvidence } from '@/lib/tuning/evidence/session-evidence';
import { pagesOf, type SessionSet } from '../corpora/resolve';
import { hashOf, ownBytesOf } from '../sessions/bulk-own-bytes';
import type { KeptEvidence } from './kept-evidence';

/** Settings and question that evidence is computed for. */
export type EvidenceQuestion = Pick<EvidenceInput, 'policy' | 'settings' | 'limit' | 'ratios'>;

interface EvidenceHost {
  readonly kept: KeptEvidence;
  readonly report: (done: number, total: number) => void;
}

/** Sessions whose numbers are in memory at once. */
const CHUNK = 100;

/**
 * What all sessions of a set show, read one after the other. Computed once: evidence is kept by the
 * content of the sessions, the engine and the question.
 */
export async function corpusEvidence(
  db: Database,
  set: SessionSet,
  question: EvidenceQuestion,
  { kept, report }: EvidenceHost,
): Promise<CorpusEvidence> {
  const listed = new ContentKey(question);
  let gone = 0;
  for await (const { sessions, missing } of pagesOf(db, set)) {
    listed.add(sessions);
    gone += missing.length;
  }
  // The key says nothing of sessions that are gone: those of a whole list may be kept under it.
  const known = gone > 0 ? null : await kept.find(listed.digest());
  if (known !== null) return known;
  const reader = new EvidenceReader(db, question);
  // The library may change meanwhile: the key is that of the sessions that are read.
  const read = new ContentKey(question);
  for await (const { sessions, missing } of pagesOf(db, set)) {
    read.add(sessions);
    reader.leaveOut(missing.length);
    for (const chunk of chunksOf(sessions, CHUNK)) {
      report(reader.done, Math.max(reader.done, listed.sessions));
      await reader.read(chunk);
    }
  }
  const evidence = reader.evidence();
  if (reader.isExact) await kept.put(read.digest(), evidence);
  return evidence;
}

/** The key of evidence: a hash of the question and of every session's facts and numbers. */
class ContentKey {
  readonly #hash: Hash = createHash('sha256');
  sessions = 0;

  constructor(question: EvidenceQuestion) {
    this.#hash.update(JSON.stringify([ENGINE, question]));
  }

  add(sessions: readonly CorpusRow[]): void {
    this.sessions += sessions.length;
    for (const { hash, model, generated, subAgent, cluster, startedAt } of sessions) {
      this.#hash.update(JSON.stringify([hash, model, generated, subAgent, cluster, startedAt]));
    }
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** Adds up the evidence of sessions. */
class EvidenceReader {
  readonly #db: Database;
  readonly #question: EvidenceQuestion;
  readonly #tally = new CoverageTally();
  #leftOut = 0;
  #changed = false;

  constructor(db: Database, question: EvidenceQuestion) {
    this.#db = db;
    this.#question = question;
  }

  /** Sessions dealt with so far. */
  get done(): number {
    return this.#tally.sessions + this.#leftOut;
  }

  /** Every session was read as it was listed. */
  get isExact(): boolean {
    return this.#leftOut === 0 && !this.#changed;
  }

  leaveOut(sessions: number): void {
    this.#leftOut += sessions;
  }

  async read(sessions: readonly CorpusRow[]): Promise<void> {
    const own = await ownBytesOf(this.#db, sessions);
    for (const facts of sessions) {
      const bytes = own.get(facts.id);
      if (bytes === undefined || !this.#add(facts, bytes)) this.#leftOut++;
      else if (hashOf(bytes) !== facts.hash) this.#changed = true;
    }
  }

  evidence(): CorpusEvidence {
    const { ratios } = this.#question;
    const report = (kind: 'step' | 'first') => ratioReport(this.#tally.ratios, { ...ratios, kind });
    return {
      coverage: this.#tally.coverage(),
      reports: { step: report('step'), first: report('first') },
      leftOut: this.#leftOut,
    };
  }

  /** False for numbers that cannot be read, which is logged. */
  #add(facts: CorpusRow, bytes: Uint8Array): boolean {
    const { policy, settings, limit } = this.#question;
    try {
      const session = prepare(decodeProfile(bytes));
      const evidence = sessionEvidence(session, policyOrDefault(policy), settings, limit);
      this.#tally.add({ facts, evidence });
      return true;
    } catch (error) {
      console.error(`The numbers of the session ${facts.id} cannot be read:`, error);
      return false;
    }
  }
}
