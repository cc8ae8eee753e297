import type { Settings } from '@/lib/engine/policy/fields';
import { policyOrDefault } from '@/lib/policies/registry';
import type { CorpusSession } from '@/lib/tuning/corpus-session';
import { sessionEvidence, type SessionEvidence } from '@/lib/tuning/evidence/session-evidence';

/** What the evidence of a session depends on besides the session. */
export interface EvidenceUnder {
  readonly policy: string;
  /** Those that are the same for all; the others are each session's own. */
  readonly settings: Settings;
  readonly limit: number | null;
}

/** Evidence of sessions under today's settings; kept until those change. */
export class CorpusEvidence {
  readonly #known = new Map<string, SessionEvidence>();
  #under = '';

  /** The evidence of a session, made when it is first asked for. */
  of({ facts, session }: CorpusSession, under: EvidenceUnder): SessionEvidence {
    const key = JSON.stringify(under);
    if (key !== this.#under) this.#known.clear();
    this.#under = key;
    const known = this.#known.get(facts.id);
    if (known !== undefined) return known;
    const policy = policyOrDefault(under.policy);
    const evidence = sessionEvidence(session, policy, under.settings, under.limit);
    this.#known.set(facts.id, evidence);
    return evidence;
  }
}
