import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contextGuardTail } from './tail';
import { contextGuardThreshold } from './threshold';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { measureSession } from '@/lib/engine/tokens/measure';
import { textSession } from '@/lib/engine/session/testing/text-session';

interface Profile {
  readonly id: string;
  readonly commit: string;
  readonly firstTag: string | null;
  readonly shape: 'tail-split' | 'full-summary';
  readonly defaultFactor: number | null;
  readonly maxCorrectionFactor: number | null;
  readonly bufferBoundary: string;
  readonly recentWindowRatio: number | null;
  readonly maxAttempts: number;
  readonly estimatorContents: string;
  readonly estimatorTools: boolean;
  readonly estimatorInlineData: boolean;
  readonly persistsWatermark: boolean;
  readonly resetCalibration: boolean;
  readonly truncateForSummarizer: boolean;
  readonly onSummarizerError: string;
  readonly summaryDash: string;
}

const { profiles } = JSON.parse(
  readFileSync('lib/readers/scenarios/fixtures/history.json', 'utf8'),
) as {
  readonly profiles: readonly Profile[];
};

/** Presets whose name is not the profile's. */
const names: Readonly<Record<string, string>> = {
  'pr7-e2d01e0': 'pr7-first',
  'pr7-1468dc1': 'pr7-hardened',
  'v0.12.0-default': 'v0.12.0',
  'v1.0.0': 'v1.1.0',
};

const cases = (shape: Profile['shape']) =>
  profiles
    .filter((profile) => profile.shape === shape)
    .map((profile) => [names[profile.id] ?? profile.id, profile] as const);

/** Newer part kinds came with genai 1.57. */
const countsNewer = ({ id, estimatorContents }: Profile): boolean =>
  estimatorContents.includes('toolCall') || id === 'v1.0.0';

describe('presets of the versions that summarise everything', () => {
  it.each(cases('full-summary'))('%s has the profile’s constants', (id, profile) => {
    const preset = contextGuardThreshold.presets.find((one) => one.id === id);
    const settings = contextGuardThreshold.settings.parse(preset?.settings);
    expect(settings).toMatchObject({
      factor: profile.defaultFactor,
      floor: 1,
      cap: profile.maxCorrectionFactor ?? 5,
      capped: profile.maxCorrectionFactor !== null,
      attempts: profile.maxAttempts,
      boundary: profile.bufferBoundary,
      countTools: profile.estimatorTools,
      countInline: profile.estimatorInlineData,
      countOther: countsNewer(profile),
      stripCovered: profile.persistsWatermark,
      resetCalibration: profile.resetCalibration,
      truncate: profile.truncateForSummarizer,
      onFailure: profile.onSummarizerError === 'buildFallbackSummary' ? 'fallback' : 'pass',
      wrapper: profile.summaryDash === '-' ? 'hyphen' : 'em-dash',
    });
  });

  it('there is one for each, and each says where it comes from', () => {
    const versions = contextGuardThreshold.presets.filter(
      ({ provenance }) => provenance?.basis === 'exact',
    );
    expect(versions.map(({ id }) => id)).toEqual(cases('full-summary').map(([id]) => id));
    for (const [id, { commit }] of cases('full-summary')) {
      const version = versions.find((one) => one.id === id)?.provenance?.version ?? '';
      // The latest preset names the commit of v1.1.0, the same tree as v1.0.0's.
      expect(version).toContain(id === 'v1.1.0' ? '113391a' : commit.slice(0, 7));
    }
  });

  it('the latest one is what the defaults are', () => {
    const latest = contextGuardThreshold.presets.find(({ id }) => id === 'v1.1.0')?.settings;
    expect(contextGuardThreshold.settings.parse(latest)).toEqual(
      contextGuardThreshold.settings.parse({}),
    );
  });
});

describe('presets of the versions that keep a tail', () => {
  it.each(cases('tail-split'))('%s has the profile’s constants', (id, profile) => {
    const preset = contextGuardTail.presets.find((one) => one.id === id);
    expect(contextGuardTail.settings.parse(preset?.settings)).toMatchObject({
      keepShare: profile.recentWindowRatio,
      attempts: profile.maxAttempts,
      boundary: profile.bufferBoundary,
      split: id,
    });
  });
});

describe('how a version counts', () => {
  const profile = measureSession(
    textSession(`
      system 4000
      tools 1200 800
      u 400
      + i image/png 8000
      -- ?
    `),
  );
  const formOf = (settings: object) =>
    contextGuardThreshold.form?.(contextGuardThreshold.settings.parse(settings), profile, 1_500);

  it('tool definitions and inline data count nothing before v0.9.1', () => {
    // 1,000 system + 500 tools; text 100, inline 2 + 2,000.
    const [old, now] = [formOf({ countTools: false, countInline: false }), formOf({})];
    expect([old?.estimator.prefix, old?.estimator.sum[1]]).toEqual([1_000, 100]);
    expect([now?.estimator.prefix, now?.estimator.sum[1]]).toEqual([1_500, 2_102]);
  });

  it('images may cost a flat number', () => {
    const form = formOf({ images: 'flat', imageTokens: 1_000 });
    expect(form?.estimator.sum[1]).toBe(1_100);
  });

  it('the em dash makes the wrapper two bytes longer', () => {
    expect(formOf({})?.wrapperBytes).toBe(80);
    expect(formOf({ wrapper: 'em-dash' })?.wrapperBytes).toBe(82);
    expect(formOf({})?.estimator.id).toBe(referenceEstimator(profile, 0).id);
  });
});
