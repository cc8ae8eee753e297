import type { StepRange } from '@/lib/engine/base/decimate';

/** Weights of findings, the heaviest first. */
export const findingSeverities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof findingSeverities)[number];

/** Units of a finding's figures. */
export type FigureUnit = 'tokens' | 'bytes' | 'steps' | 'share' | 'factor' | 'count' | 'dollars';

/** A number of a finding, by name. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: FigureUnit;
}

/** Something to do about a finding. */
export interface Advice {
  readonly text: string;
  /** Settings of the replayed policy that bring it about; null where none does. */
  readonly settings: Readonly<Record<string, number | boolean | string>> | null;
}

/** Tabs of a session's page that show what a finding is about. */
export type FindingTab = 'steps' | 'request' | 'compactions' | 'estimators' | 'receipt';

/** Place that shows what a finding is about. */
export interface FindingLink {
  /** null: the session as a whole. */
  readonly step: number | null;
  readonly tab: FindingTab;
}

/** Something about a session or its replay that a reader should know. */
export interface Finding {
  /** Id of the detector; with `of` unique among a replay's findings, but for notices of an import. */
  readonly detector: string;
  /** recording: it holds whatever the policy. replay: it is of this policy under these settings. */
  readonly of: 'recording' | 'replay';
  readonly severity: Severity;
  readonly title: string;
  /** Inclusive, ascending, disjoint; empty where only the trace's places are known. */
  readonly steps: readonly StepRange[];
  readonly figures: readonly Figure[];
  /** The figures in a line. */
  readonly sentence: string;
  /** More sentences; empty for none. */
  readonly detail: string;
  readonly advice: readonly Advice[];
  readonly link: FindingLink;
}

const weight = ({ severity }: Finding): number => findingSeverities.indexOf(severity);

/** Order of findings: the heaviest first, then by their steps. */
export const byWeight = (a: Finding, b: Finding): number =>
  weight(a) - weight(b) || (a.link.step ?? -1) - (b.link.step ?? -1);

/** Whole numbers as runs of neighbours; `steps` ascending. */
export function stepRanges(steps: readonly number[]): readonly StepRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (const step of steps) {
    const last = ranges.at(-1);
    if (last !== undefined && step <= last.to + 1) last.to = Math.max(last.to, step);
    else ranges.push({ from: step, to: step });
  }
  return ranges;
}

/** A figure in tokens. */
export const tokens = (name: string, value: number): Figure => ({ name, value, unit: 'tokens' });

/** A count of steps. */
export const stepCount = (name: string, value: number): Figure => ({ name, value, unit: 'steps' });

/** A factor. */
export const factor = (name: string, value: number): Figure => ({ name, value, unit: 'factor' });

/** A share of 1. */
export const share = (name: string, value: number): Figure => ({ name, value, unit: 'share' });

/** A plain count. */
export const count = (name: string, value: number): Figure => ({ name, value, unit: 'count' });

/** Advice without a setting. */
export const advise = (text: string): Advice => ({ text, settings: null });

/** The first steps of a finding, at most `most`. */
export function firstSteps({ steps }: Pick<Finding, 'steps'>, most: number): readonly number[] {
  const found: number[] = [];
  for (const { from, to } of steps)
    for (let step = from; step <= to && found.length < most; step++) found.push(step);
  return found;
}

/** Steps of a finding; for one of the trace's places alone, the times that it says. */
export const timesOf = ({ steps, figures }: Pick<Finding, 'steps' | 'figures'>): number =>
  steps.length === 0
    ? (figures.find(({ name }) => name === 'times')?.value ?? 0)
    : steps.reduce((sum, { from, to }) => sum + to - from + 1, 0);
