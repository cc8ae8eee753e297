import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lanesSchema } from '@/lib/api/contract/workbench/chart-contract';
import type { Source } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { getLanes } from './lanes';
import {
  closeLibrary,
  get,
  importQueued,
  openLibrary,
  rows,
  upload,
} from '../testing/library-routes';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

async function uploadOf(name: string, source: Partial<Source>): Promise<void> {
  const session = textSession(`limit 200000\nu 400\n-- 1000\nm 400\n-- 2000`, name);
  await upload({ ...session, source: { ...session.source, ...source } });
}

async function lanesOf(name: string) {
  const lanes = await get(getLanes, (await rows())[name]?.id ?? '');
  expect(lanes.status).toBe(200);
  return lanesSchema.parse(await lanes.json());
}

/** 20,000 digits that no database packs into a page. */
const longId = Array.from({ length: 20_000 }, (_, i) => ((i * i * 7919) % 104_729) % 16)
  .map((digit) => digit.toString(16))
  .join('');

const main = { sessionId: '0badcafe-aaaa', lane: 'main' };
const common = { sessionId: 'sample 1', lane: 'main' };

beforeAll(async () => {
  await openLibrary();
  const below = (lane: string, relation: 'subagent' | 'branch') => ({
    ...main,
    lane,
    parent: { ...main, relation },
  });
  await uploadOf('parent', main);
  await uploadOf('explorer', below('agent-1', 'subagent'));
  await uploadOf('other way', below('main-2', 'branch'));
  await uploadOf('a sample', common);
  await uploadOf('of another file', {
    ...{ ...common, lane: 'tool' },
    parent: { ...common, relation: 'subagent' },
  });
  await importQueued();
});
afterAll(closeLibrary);

describe('GET /api/sessions/[id]/lanes', () => {
  it('lists sub-agents with their requests, and no branch', async () => {
    const { lanes, more, parent } = await lanesOf('parent');
    expect(more).toBe(false);
    expect(parent).toBeNull();
    expect(lanes).toHaveLength(1);
    expect(lanes[0]).toMatchObject({
      ...{ name: 'explorer', lane: 'agent-1', relation: 'subagent', steps: 2 },
      ...{ limit: 200_000, peak: 2_000, projected: false },
    });
    expect(lanes[0]?.points.map(({ step, real }) => [step, real])).toEqual([
      [0, 1_000],
      [1, 2_000],
    ]);
  });

  it('finds a parent whose identifier is longer than an index takes', async () => {
    const long = { sessionId: longId, lane: 'main' };
    await uploadOf('long parent', long);
    await uploadOf('long child', {
      ...{ ...long, lane: 'agent-1' },
      parent: { ...long, relation: 'subagent' },
    });
    await importQueued();
    expect((await lanesOf('long parent')).lanes).toMatchObject([{ name: 'long child' }]);
    expect((await lanesOf('long child')).parent).toMatchObject({ name: 'long parent' });
  });

  it('names the session that started it', async () => {
    const { lanes, parent } = await lanesOf('explorer');
    expect(lanes).toEqual([]);
    expect(parent).toMatchObject({ name: 'parent', relation: 'subagent' });
  });

  it('joins no sessions of two files by a name that any file may have', async () => {
    expect((await lanesOf('a sample')).lanes).toEqual([]);
    expect((await lanesOf('of another file')).parent).toBeNull();
  });
});
