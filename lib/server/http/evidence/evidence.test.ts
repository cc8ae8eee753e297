import { readdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database } from '@/lib/server/db/client';
import { findSession } from '@/lib/server/db/sessions/sessions';
import {
  evidenceLineSchema,
  type CorpusEvidence,
  type EvidenceInput,
  type EvidenceLine,
} from '@/lib/api/contract/tuning/evidence-contract';
import { corpusPageSchema } from '@/lib/api/contract/corpus-contract';
import { anySession } from '@/lib/api/contract/session-filter';
import type { Settings } from '@/lib/engine/policy/fields';
import { policyOrDefault } from '@/lib/policies/registry';
import { prepare } from '@/lib/engine/replay/prepare';
import { CoverageTally } from '@/lib/tuning/evidence/coverage-tally';
import { ratioReport } from '@/lib/tuning/evidence/ratio-report';
import { sessionEvidence } from '@/lib/tuning/evidence/session-evidence';
import { postResolve } from '../corpora/corpora';
import { ownProfile } from '../sessions/own-profile';
import { call, importTraces } from '../sweeps/testing/sweep-library';
import { postEvidence } from './evidence';
import { evidenceHost } from './evidence-host';
import { evidenceFolder } from './kept-evidence';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

const today: Settings = { window: 200_000, cap: 5 };
const question = {
  policy: 'contextguard-threshold',
  settings: { window: 200_000, cap: 5 },
  limit: 200_000,
  ratios: {
    shares: [0.01, 0.05],
    ...{ window: 200_000, threshold: 180_000, limit: 200_000, today: [5] },
  },
} satisfies Partial<EvidenceInput>;

const ask = (body: EvidenceInput): Promise<Response> =>
  call(postEvidence, '/api/corpora/evidence', { method: 'POST', body });

async function linesOf(answer: Response): Promise<readonly EvidenceLine[]> {
  const lines = (await answer.text()).trimEnd().split('\n');
  return lines.map((line) => evidenceLineSchema.parse(JSON.parse(line)));
}

async function evidenceOf(body: EvidenceInput): Promise<CorpusEvidence> {
  const line = (await linesOf(await ask(body))).at(-1);
  if (line?.kind !== 'done') throw new Error(JSON.stringify(line));
  return line.evidence;
}

const keptFiles = async (): Promise<number> => {
  const names = await readdir(evidenceFolder(process.env['DATABASE_URL']!)).catch(() => []);
  return names.length;
};

describe('the evidence of a corpus', () => {
  let ids: readonly string[] = [];
  beforeAll(async () => {
    ids = await importTraces();
  });
  afterAll(async () => {
    await (await database()).close();
    await rm(evidenceFolder(process.env['DATABASE_URL']!), { recursive: true, force: true });
  });

  /** All sessions, in the order in which the server reads them. */
  async function listed() {
    const resolved = await call(postResolve, '/api/corpora/resolve', {
      method: 'POST',
      body: { filter: anySession },
    });
    return corpusPageSchema.parse(await resolved.json()).sessions;
  }

  /** The same over sessions in memory. */
  async function inMemory() {
    const db = await database();
    const sessions = await listed();
    const tally = new CoverageTally();
    for (const facts of sessions) {
      const row = await findSession(db, facts.id);
      const session = prepare(await ownProfile(db, row!));
      const policy = policyOrDefault(question.policy);
      tally.add({ facts, evidence: sessionEvidence(session, policy, today, 200_000) });
    }
    const { ratios } = question;
    const report = (kind: 'step' | 'first') => ratioReport(tally.ratios, { ...ratios, kind });
    return {
      coverage: tally.coverage(),
      reports: { step: report('step'), first: report('first') },
      leftOut: 0,
    };
  }

  it('is that of all its sessions in memory, and is computed once', async () => {
    const first = await linesOf(await ask({ filter: anySession, ...question }));
    expect(first.map(({ kind }) => kind)).toEqual(['progress', 'done']);
    expect(first[0]).toEqual({ kind: 'progress', done: 0, total: ids.length });
    expect(first.at(-1)).toEqual({ kind: 'done', evidence: await inMemory() });
    expect(await keptFiles()).toBe(1);
    const second = await linesOf(await ask({ filter: anySession, ...question }));
    expect(second).toEqual([first.at(-1)]);
  });

  it('is another one under other settings', async () => {
    const before = await keptFiles();
    const low = { ...question, settings: { window: 60_000, cap: 5 } };
    const evidence = await evidenceOf({ filter: anySession, ...low });
    expect(evidence.coverage.near).toBe(evidence.coverage.recorded);
    expect(await keptFiles()).toBe(before + 1);
  });

  it('says how many sessions of a list are left out, and is then not kept', async () => {
    const before = await keptFiles();
    // In their order: the evidence of the same sessions without the one that is gone is kept.
    const sessions = [...(await listed()).map(({ id }) => id), 'gone00000000'];
    const evidence = await evidenceOf({ sessions, ...question });
    expect(evidence.leftOut).toBe(1);
    expect(evidence.coverage.recorded + evidence.coverage.generated).toBe(ids.length);
    expect(await keptFiles()).toBe(before);
  });

  it('ends its process when nobody listens any more', async () => {
    const settings = { window: 70_000, cap: 5 };
    const answer = await ask({ filter: anySession, ...question, settings });
    const [pid] = evidenceHost().pids;
    await answer.body?.cancel();
    expect(evidenceHost().pids).toEqual([]);
    await expect.poll(() => isAlive(pid!)).toBe(false);
  });

  it('ends with an error when its process dies', async () => {
    const answer = await ask({ filter: anySession, ...question, settings: { window: 80_000 } });
    process.kill(evidenceHost().pids[0]!, 'SIGKILL');
    const line = (await linesOf(answer)).at(-1);
    expect(line).toMatchObject({ kind: 'failed', error: { code: 'internal' } });
  });

  it('refuses unknown corpora and settings that the policy does not allow', async () => {
    expect((await ask({ corpus: 'unknown00000', ...question })).status).toBe(404);
    const wrong = { ...question, settings: { window: -1 } };
    expect((await ask({ filter: anySession, ...wrong })).status).toBe(400);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
