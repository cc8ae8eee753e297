import type { Expectations } from '@/lib/answers/report/expectations/schema';
import type { SessionMeasurement } from '@/lib/analysis/subject/session-measurement';
import { NumbersOnly } from '@/lib/engine/tokens/numbers-only';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';

/** A word that may stand in an answer: what agents and models are called. */
const PLAIN_WORD = /^[\w .:/@()+-]{1,80}$/;

const word = (text: string, otherwise: string): string =>
  PLAIN_WORD.test(text) ? text : otherwise;

/**
 * A session without the texts of its recording: its name, its tools and what they were called for. Names
 * of agents and models that are no plain words are left out: an answer is read by a model.
 */
export function withoutTexts(session: SessionMeasurement, number: number): SessionMeasurement {
  const { draft, profile, references, entries } = session;
  const numbers = new NumbersOnly();
  const { head } = draft;
  const names = {
    models: profile.head.models.map((name) => word(name, 'another model')),
    labels: profile.head.labels.map((name) => word(name, '')),
    failedCompactions: profile.head.failedCompactions.map((one) => ({ ...one, reason: null })),
  };
  const { source } = head;
  const shown = {
    ...head,
    name: `session ${number}`,
    compactions: numbers.head(head).compactions,
    model: head.model === null ? null : word(head.model, 'another model'),
    source: {
      ...source,
      agent: word(source.agent, 'an agent'),
      lane: word(source.lane, source.lane === '' ? '' : 'a lane'),
      sessionId: word(source.sessionId, ''),
    },
  };
  return {
    draft: { ...draft, head: shown },
    profile: { ...profile, head: { ...profile.head, ...names } },
    tools: () => null,
    nameOf: () => null,
    ...(references === undefined ? {} : { references: () => numbered(references()) }),
    ...(entries === undefined
      ? {}
      : { entries: () => entries().map((entry) => numbers.entry(entry)) }),
  };
}

/** Expectations whose sessions are called by number: their names are those of recordings. */
export function withoutSessionNames(file: Expectations): Expectations {
  const names = file.sessions.map(({ name }) => name);
  const numberOf = (name: string): string => `listed session ${names.indexOf(name) + 1}`;
  return {
    ...file,
    producer: word(file.producer, 'another engine'),
    sessions: file.sessions.map((one) => ({ ...one, name: numberOf(one.name) })),
    expectations: file.expectations.map((one) => ({
      ...one,
      ...('session' in one && one.session !== undefined ? { session: numberOf(one.session) } : {}),
      ...('except' in one && one.except !== undefined ? { except: one.except.map(numberOf) } : {}),
    })),
  };
}

/** Names by their numbers: what is used again is told of them all the same. */
function numbered(index: ReferenceIndex | null): ReferenceIndex | null {
  return index && { ...index, names: index.names.map((_, i) => `name ${i}`) };
}
