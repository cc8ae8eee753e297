import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { capture, parsed } from '@/lib/cli/testing/captured-io';
import { fractionTail } from '@/lib/policies/testing/fraction-tail';
import {
  answerMarkdown,
  answerText,
  ask,
  check,
  choosePolicy,
  comparedLane,
  corpusSession,
  corpusQuestions,
  explain,
  factsJson,
  findings,
  importText,
  lanesQuestions,
  parseLane,
  QuestionError,
  questions,
  recall,
  replaySession,
  replayReport,
  stepObjects,
  subjectOf,
  sweep,
  tune,
  verdictOf,
} from './index';
import { successOf } from '@/lib/engine/base/testing/success-of';

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
  const policy = successOf(choosePolicy('contextguard-threshold'));
  const replayed = successOf(replaySession(session, { choice: policy, settings: { cap: 7.5 } }));
  const { run } = replayed;

  const shown = await printed('replay', FILE, '--set', 'cap=7.5');
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  expect(shown).toMatchObject(plain(replayReport(run)) as object);
  expect(shown['steps']).toEqual(plain(stepObjects(run)));
  expect(shown['verdict']).toBe(verdictOf(replayed));

  const subject = subjectOf(session, replayed);
  const explained = await printed('explain', FILE, '--set', 'cap=7.5', '--step', '63');
  const { remedies, ...rest } = ask(explain, subject, { step: 63 }).facts;
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
  expect(found['findings']).toEqual(
    plain(ask(findings, subject, { severity: 'info' }).facts.findings),
  );
  expect(found).toMatchObject(asked('findings', {}));
});

it('says what is used again as the command line says it, where names are asked for', async () => {
  const file = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';
  const recalled = (names: boolean) => {
    const trace = importText(readFileSync(file, 'utf8'), 'compaction.jsonl', { names });
    const session = trace.ok ? trace.value.sessions[0] : undefined;
    if (session === undefined) throw new Error('no session');
    const replayed = successOf(replaySession(session));
    const subject = { ...subjectOf(session, replayed), other: 'none' as const };
    return ask(recall, subject, {}).facts;
  };
  expect(recalled(false)).toMatchObject({ available: false, report: null });
  const recalling = recalled(true);
  if (recalling.report === null) throw new Error('no names');
  const { report, lastNeeded, steps } = recalling;
  const shown = await printed('recall', file);
  expect(report.names).toBeGreaterThan(0);
  expect(shown).toMatchObject(JSON.parse(JSON.stringify(report)) as object);
  expect(shown['lastNeeded']).toEqual(lastNeeded);
  expect(shown['steps']).toMatchObject({ regret: steps['regret'] });
});

it('compares lanes and scores a corpus as the command line does', async () => {
  const session = sampleSession();
  const lanes = ['1:own', '1:own:cap=7.5'].map((text, index) => {
    const parsedLane = parseLane(text);
    if (!parsedLane.ok) throw new Error(parsedLane.error);
    const lane = comparedLane(session, { ...parsedLane.value, session: '1' }, index);
    if (!lane.ok) throw new Error(lane.error.message);
    return lane.value;
  });
  const json = async (...args: readonly string[]) =>
    parsed<Readonly<Record<string, unknown>>>((await capture([...args, '--json'])).out);
  const [compare] = lanesQuestions;
  if (compare === undefined) throw new Error('no question');
  const compared = factsJson(compare, ask(compare, { lanes, baseline: 0 }, { axis: 'step' }));
  const shown = await json('compare', FILE, '--lane', '1:own', '--lane', '1:own:cap=7.5');
  const { lanes: told, changes } = compared;
  expect(shown).toMatchObject({ lanes: told, changes });

  const score = corpusQuestions.find(({ id }) => id === 'score');
  if (score === undefined) throw new Error('no question');
  const taken = score.take(corpusSession(FILE, session), {});
  const scored = factsJson(score, ask(score, { taken: [taken] }, {}));
  expect(await json('score', FILE)).toMatchObject(scored);
});

it('sweeps and tunes as the command line does', async () => {
  const args = ['--vary', 'window=150000:200000:10000'];
  const vary = [{ setting: 'window', from: 150_000, to: 200_000, step: 10_000 }];
  const taken = [corpusSession(FILE, sampleSession())];
  const json = async (...given: readonly string[]) =>
    parsed<Readonly<Record<string, unknown>>>((await capture([...given, '--json'])).out);
  const asked = sweep.input.parse({ vary });
  const subject = { taken: taken.map((one) => sweep.take(one, asked)) };
  const { cells, columns, total } = factsJson(sweep, ask(sweep, subject, asked));
  expect(await json('sweep', FILE, ...args)).toMatchObject({ cells, columns, total });
  const { producer: _, files: __, ...shown } = await json('tune', FILE, ...args);
  expect(factsJson(tune, ask(tune, subject, tune.input.parse({ vary })))).toEqual(shown);
});

it('checks expectations, without a file', () => {
  const expectations = check.input.parse({
    expectations: {
      ...{ version: 1, producer: 'a test', policy: 'contextguard-threshold' },
      ...{ settings: { cap: 7.5 }, limit: null, sessions: [] },
      expectations: [{ expect: 'never overflows' }],
    },
  });
  const taken = [check.take(corpusSession(FILE, sampleSession()), expectations)];
  const answer = ask(check, { taken }, expectations);
  expect(answer.failed).toBe(!answer.facts.holds);
  expect(answerText(answer.blocks)).toMatch(
    /^highwater\.yaml: contextguard-threshold, 1 session, /,
  );
});

it('replays under a policy of the caller’s own', () => {
  const choice = { policy: fractionTail, preset: null };
  const replayed = successOf(
    replaySession(sampleSession(), { choice, settings: { fraction: 0.5 } }),
  );
  expect(replayed.run.columns.threshold[0]).toBe(100_000);
  expect(verdictOf(replayed)).toContain('Fraction with a tail: compacts at');
});

it('names a setting that is none, and a step that is none', () => {
  const session = sampleSession();
  const wrong = replaySession(session, { settings: { cup: 5 } });
  expect(wrong).toEqual({ ok: false, error: expect.objectContaining({ at: 'settings.cup' }) });
  const replayed = replaySession(session);
  if (!replayed.ok) throw new Error(replayed.error.message);
  const subject = subjectOf(session, replayed.value);
  expect(() => ask(explain, subject, { step: 65 })).toThrow(QuestionError);
  expect(explain.input.safeParse({ step: -1 }).success).toBe(false);
});
