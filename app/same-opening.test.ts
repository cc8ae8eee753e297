/**
 * A session opens with the same policy, version and settings on every surface: commands, tools, requests,
 * the package, the workbench, lanes, the library, Tune. What no surface names is what it opens with.
 */
import { sweep } from '@/lib/answers/questions/sweep';
import { lanesQuestions, questions } from '@/lib/answers/registry';
import { timesCompacting } from '@/lib/analysis/explain/outcome/step-outcome';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLanes } from '@/components/compare/state/opened-lanes';
import { corpusInRows, presetOf, shownView, tunedRow } from '@/components/tune/state/tuned-row';
import { readTuneView } from '@/components/tune/state/tune-view';
import { openingView } from '@/components/workbench/state/opening-view';
import { readView, writeView } from '@/components/workbench/state/view-url';
import { openSession } from '@/lib/analysis/fit/opening';
import { importText } from '@/lib/core/import-text';
import { replaySession } from '@/lib/analysis/subject/replay-session';
import { sessionRecordSchema, type SessionRow } from '@/lib/api/contract/contract';
import { corpusPageSchema } from '@/lib/api/contract/corpus-contract';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';
import { capture } from '@/lib/cli/testing/captured-io';
import { AllowedFiles } from '@/lib/cli/mcp/allowed-files';
import { lanesTool } from '@/lib/cli/mcp/lanes-tool';
import { questionTool } from '@/lib/cli/mcp/question-tool';
import { corpusTool } from '@/lib/cli/mcp/corpus-tool';
import { TraceDesk } from '@/lib/cli/mcp/trace-desk';
import { postSessionsQuestion } from '@/lib/server/http/answers/question-route';
import { postResolve } from '@/lib/server/http/corpora/corpora';
import { postRun } from '@/lib/server/http/runs/runs';
import { getQuestion, postQuestion } from '@/lib/server/http/sessions/questions';
import { getSession } from '@/lib/server/http/sessions/sessions';
import {
  call,
  closeLibrary,
  get,
  importQueued,
  openLibrary,
  rows,
  uploadText,
} from '@/lib/server/http/testing/library-routes';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { prepare } from '@/lib/engine/replay/prepare';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { idleImportHost } from '@/lib/server/http/testing/idle-import-host';

idleImportHost();

const folder = scratchFolder();

/** What a surface says; one that tells less is compared in what it tells. */
interface Said {
  readonly policy?: unknown;
  readonly preset?: unknown;
  readonly settings?: unknown;
}

const lines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');

const usage = { input: 150_000, output: 4, cacheRead: 0, cacheWrite: 0, totalTokens: 150_004 };

/** pi as of spring 2026. */
const PI = lines(
  ...[{ type: 'session', version: 3, id: 's', cwd: '/w', timestamp: '2026-03-01T10:00:00.000Z' }],
  { type: 'message', id: 'a', parentId: null, message: { role: 'user', content: 'Hello' } },
  {
    ...{ type: 'message', id: 'b', parentId: 'a' },
    message: {
      role: 'assistant',
      content: [],
      stopReason: 'stop',
      model: 'claude-opus-4-5',
      usage,
    },
  },
);

/** Claude Code before 2.1.20, which had another threshold. */
const CLAUDE = fixtureText('claude-code/compaction.jsonl').replaceAll(
  /"version":\s*"[^"]*"/g,
  '"version":"2.1.7"',
);

const traces = {
  'claude.jsonl': [CLAUDE, 'claude-code'],
  'codex.jsonl': [fixtureText('codex/compactions.jsonl'), 'codex'],
  'pi.jsonl': [PI, 'pi'],
  'guard.json': [fixtureText('adk-session/go-context-guard.json'), 'contextguard-threshold'],
  'unknown.json': [fixtureText('swe-agent/history.json'), 'contextguard-threshold'],
} as const;

/** The settings of a small sweep. */
const GRID = ['--vary', 'window=100000:200000:100000'];

let library: readonly SessionRow[] = [];
let desk: TraceDesk;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'traces'), { recursive: true });
  await openLibrary();
  for (const [name, [text]] of Object.entries(traces)) {
    writeFileSync(path.join(folder, 'traces', name), text);
    await uploadText(name, text);
  }
  await importQueued();
  library = Object.values(await rows());
  desk = new TraceDesk(await AllowedFiles.below([path.join(folder, 'traces')]), true);
}, 120_000);
afterAll(closeLibrary);

const json = async (response: Response): Promise<Said> => {
  const answer = (await response.json()) as Said;
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300);
  return answer;
};

describe.each(Object.entries(traces))('%s', (name, [text, policyId]) => {
  const file = path.join(folder, 'traces', name);
  const read = importText(text, name);
  const measured = read.ok ? read.value.sessions[0] : undefined;
  if (measured === undefined) throw new Error(`${name} holds no session`);
  const { profile, draft } = measured;
  const opening = openSession(draft.head.source, profile);
  const opened = {
    policy: opening.policy.id,
    preset: opening.own?.preset ?? null,
    settings: opening.settings,
  };
  const row = (): SessionRow => {
    const { sessionId, lane } = draft.head.source;
    const found = library.find((one) => one.sessionId === sessionId && one.lane === lane);
    if (found === undefined) throw new Error(`${name} is not in the library`);
    return found;
  };

  /** Everything that a surface tells is as the session opens. */
  const same = (said: Said, surface: string): void => {
    expect(said.policy, surface).toBe(opened.policy);
    if (said.preset !== undefined) expect(said.preset, surface).toBe(opened.preset);
    if (said.settings !== undefined) expect(said.settings, surface).toEqual(opened.settings);
  };

  it('is opened by the policy of its agent, or by ContextGuard', () => {
    expect(opened.policy).toBe(policyId);
    expect(opening.own === null).toBe(name === 'unknown.json');
    if (name === 'claude.jsonl') expect(opened.preset).toBe('to-2.1.13');
    if (name === 'pi.jsonl') expect(opened.preset).toBe('2026-03');
  });

  it.each(['replay', 'explain', 'findings', 'compactions', 'recall', 'cost'])(
    'by the command %s',
    async (command) => {
      const { code, out, messages } = await capture([command, file, '--session', '1', '--json']);
      expect({ code, messages }).toMatchObject({ code: 0 });
      const { sessions } = JSON.parse(out) as { readonly sessions: readonly Said[] };
      same(sessions[0] ?? {}, command);
    },
  );

  it('by the commands compare, freeze, sweep and report', async () => {
    const compared = await capture(['compare', file, '--lane', '1:own', '--json']);
    const { lanes } = JSON.parse(compared.out) as { readonly lanes: readonly Said[] };
    same(lanes[0] ?? {}, 'compare');
    const frozen = await capture(['freeze', file, '--session', '1']);
    // A frozen run names the preset that its settings are, whoever chose them.
    const { policy, settings } = (JSON.parse(frozen.out) as { readonly question: Said }).question;
    same({ policy, settings }, 'freeze');
    const swept = await capture(['sweep', file, ...GRID, '--json']);
    const { columns } = JSON.parse(swept.out) as { readonly columns: readonly Said[] };
    same({ policy: columns[0]?.policy }, 'sweep');
    const report = await capture(['report', file, '--session', '1', '--format', 'md']);
    expect(report.out, report.messages).toContain(opening.policy.label);
  });

  it('by every tool of the server for agents', async () => {
    const asked = { path: file, session: '1' };
    for (const question of questions) {
      const given = { ...asked, ...question.input.parse({}) };
      same((await questionTool(question).run(given, desk)).data, question.id);
    }
    const lanes = [{ session: 1 }, { session: 1 }];
    for (const question of lanesQuestions) {
      const both = { path: file, lanes, ...question.input.parse({}) };
      const { data } = await lanesTool(question).run(both, desk);
      const { lanes: told } = data as unknown as { readonly lanes: readonly Said[] };
      for (const lane of told) same(lane, question.id);
    }
    const vary = [{ setting: 'window', from: 100_000, to: 200_000, step: 100_000 }];
    const swept = { paths: [file], ...sweep.input.parse({ vary }) };
    const { data } = await corpusTool(sweep).run(swept, desk);
    const { cells } = data as unknown as { readonly cells: readonly Said[] };
    for (const { policy } of cells) same({ policy }, 'sweep');
  });

  it('by every request', async () => {
    const { id } = row();
    for (const { id: question } of questions) {
      same(await json(await call(postQuestion, { id, question }, 'POST', {})), question);
      same(await json(await call(getQuestion, { id, question }, 'GET')), question);
    }
    for (const { id: question } of lanesQuestions) {
      const lanes = { lanes: [`${id}:own`, `${id}:own`] };
      const answer = await json(await call(postSessionsQuestion, { question }, 'POST', lanes));
      same((answer as { readonly lanes: readonly Said[] }).lanes[0] ?? {}, question);
    }
    const run = await json(await call(postRun, {}, 'POST', { session: id }));
    const { policy, settings } = (run as { readonly question: Said }).question;
    same({ policy, settings }, 'run');
  });

  it('by the package', () => {
    const { policy, preset, settings } = successOf(replaySession(measured));
    same({ policy: policy.id, preset, settings }, 'package');
  });

  it('by the workbench, whatever part of the view its address names', () => {
    const session = prepare(profile, opening.prefixTokens);
    const subject = { ...profile, opening: openingView(session, opening) };
    for (const search of ['', '?step=0', '?tab=receipt', '?policy=own']) {
      const { view, notices } = readView(search, subject);
      expect(notices).toEqual([]);
      same({ policy: view.policyId, settings: view.settings }, search);
      // What is written has a policy only where it is another one.
      expect(writeView(view, subject, search)).not.toContain('policy=');
    }
  });

  it('as a lane of the page Compare, and as the page Tune asks it', async () => {
    const { id } = row();
    const record = sessionRecordSchema.parse(await json(await get(getSession, id)));
    const [lane] = openLanes([`${id}:own`], [{ id, record, profile, error: null }]);
    if (lane === null || lane === undefined || typeof lane === 'string')
      throw new Error(String(lane));
    same({ policy: lane.draft.policy.id, settings: lane.draft.settings }, 'lane');
    const page = await call(postResolve, {}, 'POST', { sessions: [id] });
    const { sessions } = corpusPageSchema.parse(await page.json());
    const tuned = tunedRow(corpusInRows(sessions).rows, null);
    const { policy: tunedUnder } = shownView(readTuneView(`?sessions=${id}`).view, tuned);
    same({ policy: tunedUnder, preset: tuned?.preset }, 'tune');
    const preset = opening.policy.presets.find((one) => one.id === opened.preset)?.settings ?? {};
    expect(presetOf(tuned, opening.policy)).toEqual(preset);
    // The worker knows the policy and the version from the library's list.
    const { format, agent } = draft.head.source;
    const known = { policy: opened.policy, preset: opened.preset };
    const again = openSession({ format, agent, agentVersion: null, known }, profile);
    same({ policy: again.policy.id, settings: again.settings }, 'worker');
    expect(again.own?.assumed).toEqual(opening.own?.assumed);
  });

  it('in the library’s list', () => {
    const { opening: brief, compactions, limit } = row();
    same({ policy: brief?.policy, preset: brief?.preset }, 'library');
    expect(brief?.own).toBe(opening.own !== null);
    const replayed = replaySession(measured);
    const count = replayed.ok ? timesCompacting(replayed.value.run) : 0;
    expect(compactions).toBe(limit === null ? null : count);
  });
});
