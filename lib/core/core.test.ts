import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { capture, parsed } from '@/lib/cli/testing/captured-io';
import { fractionTail } from '@/lib/policies/testing/fraction-tail';
import {
  answerMarkdown,
  answerText,
  ask,
  choosePolicy,
  explainStep,
  factsJson,
  findingsOf,
  importText,
  questions,
  recallOf,
  replaySession,
  replayReport,
  stepObjects,
  subjectOf,
  verdictOf,
} from './index';

const FILE = 'public/samples/timing-gap.json';

interface Printed {
  readonly sessions: readonly Readonly<Record<string, unknown>>[];
}

async function printed(...args: readonly string[]) {
  const { out } = await capture([...args, '--json']);
  return parsed<Printed>(out).sessions[0] ?? {};
}

function sampleSession() {
  const trace = importText(readFileSync(FILE, 'utf8'), 'timing-gap.json');
  const session = trace.ok ? trace.value.sessions[0] : undefined;
  if (session === undefined) throw new Error('no session');
  return session;
}

it('says what the command line says', async () => {
  const session = sampleSession();
  const policy = choosePolicy('contextguard-threshold');
  if (!policy.ok) throw new Error(policy.error.message);
  const replayed = replaySession(session, { choice: policy.value, settings: { cap: 7.5 } });
  if (!replayed.ok) throw new Error(replayed.error.message);
  const { run } = replayed.value;

  const shown = await printed('replay', FILE, '--set', 'cap=7.5');
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  expect(shown).toMatchObject(plain(replayReport(run)) as object);
  expect(shown['steps']).toEqual(plain(stepObjects(run)));
  expect(shown['verdict']).toBe(verdictOf(replayed.value));

  const explained = await printed('explain', FILE, '--set', 'cap=7.5', '--step', '63');
  const { remedies, ...rest } = explainStep(session, replayed.value, 63);
  const subject = subjectOf(session, replayed.value);
  const asked = (id: string, input: object): Readonly<Record<string, unknown>> => {
    const question = questions.find((one) => one.id === id);
    if (question === undefined) throw new Error(id);
    const answer = ask(question, subject, question.input.parse(input));
    expect(answerText(answer.blocks)).toContain(/\d+/.exec(answerMarkdown(answer.blocks))?.[0]);
    return factsJson(question, answer);
  };
  const { remedies: asData, ...data } = asked('explain', { step: 63 });
  expect(explained).toMatchObject(data);
  expect(data).toMatchObject({ step: rest.step, outcome: rest.outcome, decision: rest.decision });
  // The command line knows prices besides.
  const told = explained['remedies'] as typeof remedies;
  for (const known of [remedies, asData as typeof remedies]) {
    expect(told.map(({ label, at, after }) => [label, at, after.compactions])).toEqual(
      known.map(({ label, at, after }) => [label, at, after.compactions]),
    );
    expect(known.every(({ text }, i) => told[i]?.text.startsWith(text))).toBe(true);
  }

  const found = await printed('findings', FILE, '--set', 'cap=7.5');
  expect(found['findings']).toEqual(plain(findingsOf(session, replayed.value)));
  expect(found).toMatchObject(asked('findings', {}));
});

it('says what is used again as the command line says it, where names are asked for', async () => {
  const file = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';
  const recalled = (names: boolean) => {
    const trace = importText(readFileSync(file, 'utf8'), 'compaction.jsonl', { names });
    const session = trace.ok ? trace.value.sessions[0] : undefined;
    if (session === undefined) throw new Error('no session');
    const replayed = replaySession(session);
    if (!replayed.ok) throw new Error(replayed.error.message);
    return recallOf(session, replayed.value);
  };
  expect(recalled(false)).toBeNull();
  const recall = recalled(true);
  if (recall === null) throw new Error('no names');
  const shown = await printed('recall', file);
  expect(recall.report.names).toBeGreaterThan(0);
  expect(shown).toMatchObject(JSON.parse(JSON.stringify(recall.report)) as object);
  expect(shown['lastNeeded']).toEqual([...recall.lastNeeded]);
  expect(shown['steps']).toMatchObject({ regret: [...recall.steps.regret] });
});

it('replays under a policy of the caller’s own', () => {
  const choice = { policy: fractionTail, preset: null };
  const replayed = replaySession(sampleSession(), { choice, settings: { fraction: 0.5 } });
  if (!replayed.ok) throw new Error(replayed.error.message);
  expect(replayed.value.run.columns.threshold[0]).toBe(100_000);
  expect(verdictOf(replayed.value)).toContain('Fraction with a tail: compacts at');
});

it('names a setting that is none, and a step that is none', () => {
  const session = sampleSession();
  const wrong = replaySession(session, { settings: { cup: 5 } });
  expect(wrong).toEqual({ ok: false, error: expect.objectContaining({ at: 'settings.cup' }) });
  const replayed = replaySession(session);
  if (!replayed.ok) throw new Error(replayed.error.message);
  expect(() => explainStep(session, replayed.value, 65)).toThrow(/no step 65, but 65 steps/);
  expect(() => explainStep(session, replayed.value, -1)).toThrow(RangeError);
});
