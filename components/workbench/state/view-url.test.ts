import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import { findPolicy, policies } from '@/lib/policies/registry';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import { SessionBuilder } from '@/lib/engine/session/builder';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { withLimit } from '@/lib/engine/tokens/limits/limits';
import { assumedLimits, modelLimitTexts } from '@/lib/engine/tokens/limits/model-limits';
import { profileOf } from '@/lib/engine/tokens/measure';
import { tableOf } from '@/lib/engine/sizes/size-table';
import { axisNames, seriesNames, trackNames } from '@/lib/answers/report/chart/chart-look';
import {
  LIMIT_KEY,
  sharedView,
  readView,
  underLink,
  VIEW_KEYS,
  workbenchTabs,
  writeView,
  type ViewSubject,
} from './view-url';

const subjectOf = (stepCount: number, limit: number | null): ViewSubject => ({
  stepCount,
  head: {
    source: 'picture',
    limit: limit === null ? null : { tokens: limit, source: 'table' },
    guard: [],
    compactions: [],
  },
  opening: null,
});
const subject = subjectOf(200, 200_000);

describe('readView', () => {
  it('gives the defaults, the window as large as the limit', () => {
    const { view, notices } = readView('', subjectOf(10, 1_000_000));
    expect(notices).toEqual([]);
    expect(view).toMatchObject({
      policyId: 'contextguard-threshold',
      settings: { window: 1_000_000, cap: 5, factor: 2.5, summary: 'cap' },
      step: null,
      range: null,
      tab: 'steps',
      fit: 'window',
    });
    expect(readView('', subjectOf(10, null)).view.settings['window']).toBe(200_000);
  });

  it('reads settings, step, range and tab', () => {
    const search =
      '?window=180000&cap=6.5&summary=bytes&quoteRequest=false&step=7&range=3-40&tab=request';
    const { view, notices } = readView(search, subject);
    expect(notices).toEqual([]);
    expect(view.settings).toMatchObject({
      window: 180_000,
      cap: 6.5,
      summary: 'bytes',
      quoteRequest: false,
    });
    expect(view).toMatchObject({ step: 7, range: { from: 3, to: 40 }, tab: 'request' });
  });

  it('reads the chosen compaction, of the replay or of the recording, and writes it again', () => {
    const compaction = {
      entry: 2,
      step: 7,
      kind: 'summary' as const,
      trigger: 'auto' as const,
      kept: [],
      elided: [],
      preTokens: null,
      postTokens: null,
      summaryTokens: 1,
      summaryBytes: 4,
      reads: 'text' as const,
    };
    const recorded = { ...subject, head: { ...subject.head, compactions: [compaction] } };
    for (const key of ['r0', '143']) {
      const { view, notices } = readView(`?tab=compactions&compaction=${key}`, recorded);
      expect(notices).toEqual([]);
      expect(view).toMatchObject({ tab: 'compactions', compaction: key });
      expect(writeView(view, recorded, '')).toBe(`?tab=compactions&compaction=${key}`);
    }
  });

  it.each([
    ['window=-1', 'window=-1 was left out: not a whole number from 0 to 100000000.'],
    ['window=', 'window= was left out: not a whole number from 0 to 100000000.'],
    ['cap=lots', 'cap=lots was left out: not a number from 0 to 1000.'],
    [
      'summary=novel',
      'summary=novel was left out: not one of cap, bytes, share, recorded, fallback, empty.',
    ],
    ['resetCalibration=1', 'resetCalibration=1 was left out: neither true nor false.'],
    ['policy=wizard', 'policy=wizard was left out: no policy has this name.'],
    ['step=200', 'step=200 was left out: steps 0 to 199.'],
    ['range=9-3', 'range=9-3 was left out: not a range within steps 0 to 199.'],
    ['compaction=r0', 'compaction=r0 was left out: the session has no such compaction.'],
    ['compaction=200', 'compaction=200 was left out: the session has no such compaction.'],
    ['compaction=x', 'compaction=x was left out: the session has no such compaction.'],
    ['fit=tight', 'fit=tight was left out: not one of window, data.'],
    [
      'lines=real,wiggle',
      'lines=real,wiggle was left out: not a list of real, heuristic, calibrated, decision, levels, ghost, or none.',
    ],
    [
      'tracks=',
      'tracks= was left out: not a list of deviation, composition, correction, ratio, margin, cost, or none.',
    ],
    ['axis=place', 'axis=place was left out: not one of step, turn, time.'],
    ['tab=x', `tab=x was left out: not one of ${workbenchTabs.join(', ')}.`],
  ])('leaves %s out and says so', (search, notice) => {
    const { view, notices } = readView(search, subject);
    expect(notices).toEqual([notice]);
    expect(view).toEqual(readView('', subject).view);
  });
});

describe('faults', () => {
  it('are read in their order, bad ones left out and named', () => {
    const search = '?fault=window@50%3D128000&fault=meteor@3&fault=response@17*0.1&cap=6';
    const { view, notices } = readView(search, subject);
    expect(view.faults).toEqual([
      { kind: 'window', step: 50, window: 128_000 },
      { kind: 'response', entry: 17, factor: 0.1 },
    ]);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('fault=meteor@3 was left out: There is no fault "meteor"');
  });

  it('are written and read back, and leave with the view', () => {
    const { view } = readView('?policy=crush&fault=state-lost@3&fault=keep-calibration', subject);
    const search = writeView(view, subject, '?fault=usage-stops@1');
    expect(new URLSearchParams(search).getAll('fault')).toEqual([
      'state-lost@3',
      'keep-calibration',
    ]);
    expect(readView(search, subject)).toEqual({ view, notices: [] });
    expect(writeView({ ...view, faults: [] }, subject, search)).toBe('?policy=crush');
  });
});

describe('a session of an agent that a policy models', () => {
  const claude = findPolicy('claude-code');
  const settings = claude?.settings.parse({ window: 1_000_000, outputReserve: 32_000 }) as Settings;
  const opening = { policyId: 'claude-code', settings, step: 85 };
  const own: ViewSubject = { ...subject, opening };

  it('opens as it ran at its first event, and only then', () => {
    const { view, notices } = readView('?utm=mail', own);
    expect(notices).toEqual([]);
    expect(view).toMatchObject({ policyId: 'claude-code', settings, step: 85, tab: 'steps' });
    expect(writeView(view, own, '?utm=mail')).toBe('?utm=mail');
  });

  it.each(['step=8', 'tab=receipt', 'window=180000', 'fault=usage-stops%403', 'range=3-40'])(
    'keeps its policy and its settings under a link without a policy: %s',
    (search) => {
      const { view, notices } = readView(`?${search}`, own);
      expect(notices).toEqual([]);
      const named = search === 'window=180000' ? { window: 180_000 } : {};
      expect(view).toMatchObject({ policyId: 'claude-code', settings: { ...settings, ...named } });
      expect(readView(writeView(view, own, `?${search}`), own).view).toEqual(view);
    },
  );

  it('opens with exactly what a link names', () => {
    const search = '?policy=claude-code&window=300000';
    expect(readView(search, own).view).toEqual(readView(search, subject).view);
  });

  it('opens as it ran with a change, by policy=own', () => {
    const { view } = readView('?policy=own&step=3&window=300000', own);
    expect(view).toMatchObject({ policyId: 'claude-code', step: 3 });
    expect(view.settings).toEqual({ ...settings, window: 300_000 });
    expect(readView('?policy=own&tab=receipt', own).view.step).toBe(85);
    expect(readView('?policy=own', subject).view).toEqual(readView('', subject).view);
  });

  it('is written as far as it differs from how it opens', () => {
    const { view } = readView('', own);
    const moved = { ...view, step: 86 };
    expect(writeView(moved, own, '')).toBe('?step=86');
    expect(readView('?step=86', own).view).toEqual(moved);
    // A what-if names the table of sizes too, though it is the default: a later version may ship another.
    const wide = { ...moved, settings: { ...settings, window: 300_000 } };
    const table = `&sizes=${String(settings['sizes'])}`;
    expect(writeView(wide, own, '')).toBe(`?window=300000${table}&step=86`);
    expect(readView(writeView(wide, own, ''), own).view).toEqual(wide);
  });

  it('is copied with its policy and settings, so that the link shows the same in any version', () => {
    const { view } = readView('', own);
    const table = `&sizes=${String(settings['sizes'])}`;
    // The bare address stays bare; a copied link names what it shows.
    const copied = sharedView(view, own, '?utm=mail');
    expect(copied).toBe(
      `?utm=mail&policy=claude-code&window=1000000&outputReserve=32000${table}&step=85`,
    );
    expect(readView(copied, own).view).toEqual(view);
    // ContextGuard at its first event has nothing to write but its name.
    const guard = readView('?policy=contextguard-threshold', own).view;
    expect(writeView(guard, own, '')).toBe('?policy=contextguard-threshold');
    expect(readView('?policy=contextguard-threshold', own).view).toEqual(guard);
  });
});

describe('a link that names a table of sizes', () => {
  const shipped = String(claudeCode.settings.parse({}).sizes);
  afterEach(() => holdFrozenTables([]));

  it('that is not here says so, and names the one it is shown with', () => {
    const { view, notices } = readView('?policy=claude-code&sizes=team.00000000', subject);
    expect(view.settings['sizes']).toBe(shipped);
    expect(notices).toEqual([
      `This link names the table of sizes team.00000000, which is not here; it is shown with ${shipped}. Put the table’s file into the folder “sizes” beside the library, then reload the page.`,
    ]);
  });

  it('that was frozen opens with it, and is written with it', () => {
    const frozen = tableOf('team', [['claude-code', null, 'm', 40_000, 1_000, null, null]]);
    holdFrozenTables([frozen]);
    const search = `?policy=claude-code&sizes=${frozen.id}`;
    const { view, notices } = readView(search, subject);
    expect(notices).toEqual([]);
    expect(view.settings['sizes']).toBe(frozen.id);
    expect(writeView(view, subject, '')).toBe(search);
  });
});

describe('a copied link', () => {
  const numbers = '*1*10*8607_12029_17402_27***0.88*0_0_-6000_*0_0_5200_';
  const shipped = String(claudeCode.settings.parse({}).sizes);
  /** A session of which this Highwater knows those numbers, under the shipped table. */
  const here: ViewSubject = { ...subject, sizesOf: () => `${shipped}${numbers}` };
  const { view } = readView('?policy=claude-code&window=90000', here);

  it('brings what the band is made of along, which here is the table itself', () => {
    const copied = sharedView(view, here, '');
    expect(copied).toBe(`?policy=claude-code&window=90000&sizes=${shipped}${numbers}`);
    expect(readView(copied, here)).toEqual({ view, notices: [] });
  });

  it.each([
    [
      'another version',
      `${shipped}*1*10*9000_13000_18000_31***1.2*0_0_-10_*0_0_10_`,
      'has others here',
    ],
    ['another library', `team.00000000${numbers}`, 'is not here'],
  ])('from %s keeps its own numbers and says so', (_, sizes, why) => {
    const opened = readView(`?policy=claude-code&window=90000&sizes=${sizes}`, here);
    expect(opened.view.settings).toEqual({ ...view.settings, sizes });
    expect(opened.notices).toEqual([
      `This link brings its own numbers of the table of sizes ${sizes.split('*')[0]}, which ${why}: sizes and band are the link’s. Reset “Table of sizes” for those of this Highwater.`,
    ]);
    expect(writeView(opened.view, here, '')).toContain(`sizes=${sizes}`);
  });

  it('that was cut says so', () => {
    const search = `?policy=claude-code&window=90000&sizes=${shipped}${numbers.slice(0, 20)}`;
    expect(readView(search, here)).toEqual({
      view,
      notices: [
        `The numbers that this link brings of the table of sizes ${shipped} cannot be read: the link was cut or changed, or a later Highwater made it. It is shown with ${shipped}.`,
      ],
    });
  });

  it('of a session as it ran brings none: what happened has no band', () => {
    const settings = claudeCode.settings.parse({}) as Settings;
    const own = { ...here, opening: { policyId: 'claude-code', settings, step: 3 } };
    const copied = sharedView(readView('', own).view, own, '');
    expect(copied).toBe(`?policy=claude-code&sizes=${shipped}&step=3`);
  });
});

describe('the limits of a link', () => {
  const builder = new SessionBuilder(new MemoryStore(), {
    name: 'test',
    source: { format: 'test', file: 'test', agent: 'Test', sessionId: 's' },
  });
  builder.step({ model: 'claude-opus-4-5', real: 90_000 });
  const table = new EntryTable();
  const here = profileOf(withLimit(builder.finish()), table);
  const { view } = readView('', subject);

  it('are written where nothing but the table says them, and change nothing where it says the same', () => {
    const limits = modelLimitTexts(assumedLimits(here));
    const copied = sharedView(view, { ...subject, limits }, '?limit=5@stale&utm=mail');
    expect(new URLSearchParams(copied).getAll(LIMIT_KEY)).toEqual(['200000@claude-opus-4-5']);
    expect(underLink(copied, here)).toEqual({ profile: here, notices: [] });
    // They stay in the address of the session that they opened.
    expect(new URLSearchParams(writeView(view, subject, copied)).getAll(LIMIT_KEY)).toHaveLength(1);
  });

  it('are taken where the table says others, and that is said', () => {
    const { profile, notices } = underLink('?model-limit=1000000%40claude-opus-4-5', here);
    expect(profile.head.limit).toEqual({ tokens: 1_000_000, source: 'link' });
    expect(notices).toEqual([
      'This link brings 1,000,000 tokens as the limit of claude-opus-4-5, which has 200,000 here: the link’s is taken. Remove “model-limit=” from the address for that of this Highwater.',
    ]);
    expect(underLink('?model-limit=<b>&model-limit=-1@claude-opus-4-5', here).profile).toBe(here);
  });

  it('are no setting of any policy', () => {
    for (const policy of policies) {
      expect(settingFields(policy).map(({ key }) => key)).not.toContain(LIMIT_KEY);
    }
  });
});

describe('every policy', () => {
  it('and its presets are written and read back', () => {
    for (const policy of policies) {
      for (const preset of [undefined, ...policy.presets]) {
        const { view } = readView(`?policy=${policy.id}`, subject);
        const settings = { ...view.settings, ...(preset?.settings as object | undefined) };
        const changed = { ...view, settings };
        const again = readView(writeView(changed, subject, ''), subject);
        expect(again.notices).toEqual([]);
        expect(again.view).toEqual(changed);
      }
    }
  });
});

describe('writeView', () => {
  it('leaves defaults out and keeps what is not ours', () => {
    const { view } = readView('?window=200000&cap=6&utm=mail', subject);
    expect(writeView(view, subject, '?window=1&cap=2&utm=mail')).toBe('?utm=mail&cap=6');
  });

  it('drops the settings of the policy that was left', () => {
    const none = readView('?policy=none', subject).view;
    expect(writeView(none, subject, '?window=1000&cap=2&step=4')).toBe('?policy=none');
  });

  it('names lines, tracks and axis where they are not the usual ones', () => {
    const { view } = readView('?lines=real,decision&tracks=deviation&axis=time', subject);
    expect(view.look).toEqual({ lines: ['real', 'decision'], tracks: ['deviation'], axis: 'time' });
    expect(writeView(view, subject, '')).toBe('?lines=real%2Cdecision&tracks=deviation&axis=time');
    const usual = readView('', subject).view;
    expect(writeView(usual, subject, '?lines=none&axis=turn')).toBe('');
  });

  it('names given prices and the summariser’s cache, and leaves out what is neither', () => {
    const link = '?prices=input%3A5%2Coutput%3A0.25&summariserCache=shared';
    const { view } = readView(link, subject);
    expect(view.cost).toEqual({ prices: { input: 5, output: 0.25 }, summariser: 'shared' });
    expect(writeView(view, subject, '')).toBe(link);
    for (const bad of ['prices=input:-5', 'prices=in:5', 'prices=', 'summariserCache=free']) {
      const read = readView(`?${bad}`, subject);
      expect(read.view.cost).toEqual({ prices: {}, summariser: null });
      expect(read.notices).toHaveLength(1);
    }
  });

  it('has no setting of any policy by a name of its own', () => {
    const taken: readonly string[] = VIEW_KEYS;
    const both = policies.flatMap((policy) =>
      settingFields(policy).filter(({ key }) => taken.includes(key)),
    );
    expect(both).toEqual([]);
  });

  it('is read back as it was', () => {
    const views = fc.record({
      window: fc.integer({ min: 0, max: 100_000_000 }),
      cap: fc.double({ min: 0, max: 1000, noNaN: true }),
      factor: fc.double({ min: 0, max: 1000, noNaN: true }),
      attempts: fc.integer({ min: 0, max: 20 }),
      resetCalibration: fc.boolean(),
      step: fc.option(fc.integer({ min: 0, max: 199 })),
      fit: fc.constantFrom('window', 'data'),
      look: fc.record({
        lines: fc.subarray([...seriesNames]),
        tracks: fc.subarray([...trackNames]),
        axis: fc.constantFrom(...axisNames),
      }),
    });
    fc.assert(
      fc.property(views, ({ step, fit, look, ...settings }) => {
        const { view } = readView('', subject);
        const changed = { ...view, settings: { ...view.settings, ...settings }, step, fit, look };
        const again = readView(writeView(changed, subject, ''), subject);
        expect(again.notices).toEqual([]);
        // A link has no negative zero.
        expect(JSON.stringify(again.view)).toBe(JSON.stringify(changed));
      }),
    );
  });
});
