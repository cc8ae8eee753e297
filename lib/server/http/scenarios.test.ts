import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { database } from '@/lib/server/db/client';
import { deleteSessions } from '@/lib/server/db/sessions/sessions';
import { findPolicy } from '@/lib/policies/registry';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { goldenRow } from '@/lib/analysis/export/golden-rows';
import extra from '@/lib/readers/scenarios/fixtures/extra-scenarios.json';
import multiTurn from '@/lib/readers/scenarios/fixtures/scenarios.json';
import { newPlan } from '@/lib/readers/scenarios/plan';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { scenarioFileSchema, type Scenario } from '@/lib/readers/scenarios/schema';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { sessionRecordSchema } from '@/lib/api/contract/contract';
import {
  openedScenarioSchema,
  scenarioBriefSchema,
  scenarioListSchema,
  scenarioRecordSchema,
  type OpenedScenario,
} from '@/lib/api/contract/scenario-contract';
import { postScenarioOpen } from './open-scenario';
import * as saved from './scenarios';
import { getSession } from './sessions/sessions';
import { getEntries, getProfile } from './sessions/texts/texts';
import { call, closeLibrary, openLibrary, read, refusal } from './testing/library-routes';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-scenarios-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});

beforeAll(openLibrary);
afterAll(() => closeLibrary(folder));

const open = async (body: object): Promise<OpenedScenario> =>
  read(openedScenarioSchema, await call(postScenarioOpen, {}, 'POST', body));

const scenarios = [multiTurn, extra].flatMap((file) => scenarioFileSchema.parse(file).scenarios);

function scenarioOf(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (!found) throw new Error(`No scenario is called ${name}`);
  return found;
}

/** A link's settings as read by the workbench: each separately over the policy's defaults. */
function viewOf(search: string) {
  const params = new URLSearchParams(search);
  const policy = findPolicy(params.get('policy') ?? 'contextguard-threshold')!;
  let settings = policy.settings.parse({}) as Record<string, unknown>;
  for (const [key, text] of params) {
    if (key === 'policy') continue;
    const read = [Number(text), text === 'true', text].find(
      (value) => policy.settings.safeParse({ ...settings, [key]: value }).success,
    );
    settings = policy.settings.parse({ ...settings, [key]: read }) as typeof settings;
  }
  return { policy, settings };
}

async function profileOf(id: string) {
  const response = await call(getProfile, { id });
  return decodeProfile(new Uint8Array(await response.arrayBuffer()));
}

describe('opening a scenario', () => {
  // A summary model expresses a script of one size only, and no link expresses a window of 0.
  const sayable = scenarios.filter(({ name }) => !/HugeThenSmall|ZeroWindow/.test(name));
  it.each(sayable.map((scenario) => [scenario.name, scenario] as const))(
    '%s: the workbench has the golden rows',
    async (_, scenario) => {
      const { sessionId, search, notices } = await open({ scenario });
      const { policy, settings } = viewOf(search);
      const profile = await profileOf(sessionId);
      const [session] = scenario.sessions;
      expect(notices).toEqual([]);
      expect(profile).toEqual(generateProfile(session!, scenario.name).profile);
      const run = replay(prepare(profile), policy, settings);
      const rows = Array.from({ length: profile.stepCount }, (__, i) => goldenRow(profile, run, i));
      const golden = [multiTurn, extra]
        .flatMap((file) => file.scenarios as { name: string; sessions: { steps: unknown[] }[] }[])
        .find(({ name }) => name === scenario.name);
      expect(rows).toEqual(golden?.sessions[0]?.steps);
    },
  );

  it('says what a link cannot', async () => {
    const { search, notices } = await open({ scenario: scenarioOf('Extra_HugeThenSmallSummary') });
    expect(search).toContain('summaryBytes=30000');
    expect(notices).toEqual([
      'The scenario scripts 3 different summaries; here every call gives the first one.',
    ]);
  });

  it('opens the same session again, until it is deleted', async () => {
    const scenario = { ...scenarioOf('Extra_FallbackMultibyte'), name: 'Twice' };
    const both = await Promise.all([open({ scenario }), open({ scenario })]);
    expect(both[0].sessionId).toBe(both[1].sessionId);
    const again = await open({ scenario, settings: { cap: 3 } });
    expect(again.sessionId).toBe(both[0].sessionId);
    expect(again.search).toBe(`${both[0].search}&cap=3`);
    await deleteSessions(await database(), [again.sessionId]);
    const fresh = await open({ scenario });
    expect(fresh.sessionId).not.toBe(again.sessionId);
    expect((await open({ scenario })).sessionId).toBe(fresh.sessionId);
  });

  it('makes an ordinary session: record, receipt, entries', async () => {
    const { sessionId: id } = await open({ scenario: scenarioOf('Extra_FallbackMultibyte') });
    const record = await read(sessionRecordSchema, await call(getSession, { id }));
    expect(record).toMatchObject({
      row: { name: 'Extra_FallbackMultibyte', format: 'scenario', generated: true, limit: 8_000 },
      scenario: 'Extra_FallbackMultibyte',
      receipt: { format: 'scenario', read: 1, kept: 1 },
      siblings: [],
    });
    const entries = (await (await call(getEntries, { id })).json()) as { total: number };
    expect(entries.total).toBe(record.row.entries);
  });

  it('keeps the scenario’s limit where its real tokens exceed it', async () => {
    const session = {
      config: {
        contextWindow: 1_000,
        tokenRatios: { text: 3, call: 3, response: 3, inline: 3, prefix: 1 },
        usage: { fromTurn: 1 },
      },
      turns: Array.from({ length: 4 }, () => ({ user: { bytes: 1_000 }, modelBytes: 400 })),
    };
    const { sessionId: id } = await open({ scenario: { name: 'Over', sessions: [session] } });
    const { row } = await read(sessionRecordSchema, await call(getSession, { id }));
    expect(row).toMatchObject({ limit: 1_000, peakReal: 3_900 });
  });

  it('takes another policy and settings, and refuses unknown ones', async () => {
    const scenario = scenarioOf('Extra_FallbackMultibyte');
    expect((await open({ scenario, policy: 'none' })).search).toBe('?policy=none');
    const bad = (body: object, status = 400) =>
      refusal(call(postScenarioOpen, {}, 'POST', { scenario, ...body }), status);
    expect(await bad({ policy: 'nothing' })).toMatchObject({ at: 'policy' });
    expect(await bad({ settings: { colour: 1 } })).toMatchObject({ at: 'settings.colour' });
    expect(await bad({ settings: { cap: -1 } })).toMatchObject({ at: 'settings.cap' });
    expect(await bad({ scenario: { name: 'x', sessions: [] } })).toMatchObject({
      message: 'The request is not valid: The scenario holds no session.',
    });
    const empty = { name: 'x', sessions: [{ config: { contextWindow: 1 }, turns: [] }] };
    expect((await bad({ scenario: empty })).message).toMatch(/has no turn/);
    const turns = Array.from({ length: 5_001 }, () => ({ user: { bytes: 1 } }));
    const long = { name: 'x', sessions: [{ config: { contextWindow: 1 }, turns }] };
    expect((await bad({ scenario: long })).message).toMatch(/more than 5000 turns/);
    const toolCalls = Array.from({ length: 20_001 }, () => ({ name: 't', responseBytes: 1 }));
    const chain = [{ user: { bytes: 1 }, toolCalls, sequential: true }];
    const steps = { name: 'x', sessions: [{ config: { contextWindow: 1 }, turns: chain }] };
    expect((await bad({ scenario: steps })).message).toMatch(/more than 20000 steps/);
    const huge = [{ user: { bytes: 9e9 } }];
    const giant = { name: 'x', sessions: [{ config: { contextWindow: 1 }, turns: huge }] };
    expect((await bad({ scenario: giant })).message).toMatch(/impossibly large/);
  });
});

describe('saved scenarios', () => {
  it('are made, listed, changed, deleted and restored', async () => {
    const posted = await call(saved.postScenario, {}, 'POST', { plan: newPlan });
    const { id, plan } = await read(scenarioRecordSchema, posted, 201);
    expect(plan).toEqual(newPlan);
    const copy = { ...newPlan, name: 'A copy', turns: 7 };
    const second = await call(saved.postScenario, {}, 'POST', { plan: copy });
    const other = await read(scenarioRecordSchema, second, 201);
    const names = async (): Promise<readonly string[]> => {
      const list = await read(scenarioListSchema, await call(saved.getScenarios, {}));
      return list.scenarios.map(({ name }) => name).sort();
    };
    expect(await names()).toEqual(['A copy', 'New scenario']);
    const put = call(saved.putScenario, { id }, 'PUT', { plan: { ...newPlan, name: 'Renamed' } });
    expect((await read(scenarioRecordSchema, await put)).name).toBe('Renamed');
    expect((await read(scenarioRecordSchema, await call(saved.getScenario, { id }))).name).toBe(
      'Renamed',
    );
    const gone = await call(saved.removeScenario, { id }, 'DELETE');
    expect((await read(scenarioBriefSchema, gone)).name).toBe('Renamed');
    expect(await names()).toEqual(['A copy']);
    expect((await refusal(call(saved.getScenario, { id }), 404)).message).toMatch(/no such/);
    const late = call(saved.putScenario, { id }, 'PUT', { plan: newPlan });
    expect((await refusal(late, 404)).code).toBe('not-found');
    const back = await call(saved.postScenarioRestore, { id }, 'POST');
    expect((await read(scenarioRecordSchema, back)).plan.name).toBe('Renamed');
    expect(await names()).toEqual(['A copy', 'Renamed']);
    expect(other.plan.turns).toBe(7);
  });

  it('are refused with the field and the reason', async () => {
    const post = (plan: unknown) => call(saved.postScenario, {}, 'POST', { plan });
    const wrong = await refusal(post({ ...newPlan, window: 0 }), 400);
    expect(wrong).toMatchObject({ at: 'plan.window' });
    expect(wrong.message).toContain('At least 1');
    const turn = { user: 'x'.repeat(9_000), modelBytes: 1 };
    const large = { ...newPlan, fixed: Array.from({ length: 150 }, () => turn) };
    expect(await refusal(post(large), 413)).toMatchObject({
      code: 'too-large',
      message: 'The scenario takes 1.4 MB; at most 1.0 MB.',
    });
    const missing = call(saved.postScenarioRestore, { id: 'unknown00000' }, 'POST');
    expect((await refusal(missing, 404)).code).toBe('not-found');
  });
});
