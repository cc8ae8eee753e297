import { recordedCompactionsText } from '@/lib/analysis/explain/recorded-compactions';
import type { ReplayTotals } from '@/lib/analysis/explain/replay-totals';
import { prefixWords, usedPrefix } from '@/lib/analysis/explain/recording/prefix-words';
import { summarySource } from '@/lib/analysis/explain/summary-size';
import { formatInteger } from '@/lib/engine/base/format';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import type { Settings } from '@/lib/engine/policy/fields';
import { provenanceOf } from '@/lib/engine/policy/policy';
import { usageWords } from '@/lib/engine/tokens/usage/recorded-usage';
import { totalWords } from '@/lib/answers/report/runs/total-words';
import { badgeUnder } from '@/lib/answers/report/systems/badge';
import { presetUsed } from './preset-used';
import { headOf, type ReportSubject } from './report-subject';

/** A fact with its name. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

const fact = (label: string, value: string | null | undefined): readonly Fact[] =>
  value === null || value === undefined || value === '' ? [] : [{ label, value }];

/** What was recorded, by whom, and how completely. */
export function recordingFacts(subject: ReportSubject): readonly Fact[] {
  const { run, texts } = subject;
  const head = headOf(subject);
  const { source } = head;
  const { profile } = run.session;
  const { limit, models, generated } = profile.head;
  const agent = [source.agent, source.agentVersion].filter((one) => one !== null).join(' ');
  return [
    ...(texts ? fact('Session', head.name) : []),
    ...fact('File', source.file),
    ...fact('Lane', source.lane),
    ...fact('Format', source.format),
    ...fact(texts ? 'Agent' : 'Version of the agent', texts ? agent : source.agentVersion),
    ...fact(models.length > 1 ? 'Models' : 'Model', models.join(', ')),
    ...fact('Steps', formatInteger(profile.stepCount)),
    ...fact('Entries', formatInteger(profile.entryCount)),
    ...fact(
      'Limit',
      limit === null
        ? 'not known'
        : `${formatInteger(limit.tokens)} tokens (${limit.source === 'link' ? 'brought by the link' : limit.source})`,
    ),
    ...fact('Usage', usageWords(profile).text),
    ...fact('Recorded compactions', recordedCompactionsText(run, source.agent)),
    ...fact('Made by', madeBy(generated, profile.steps.ratio !== null)),
  ];
}

const madeBy = (generated: boolean, byRatio: boolean): string | null =>
  generated ? `a scenario${byRatio ? '; its real tokens follow a ratio' : ''}` : null;

/** The policy, where its rule comes from, and how its summaries are sized. */
export function policyFacts({ run }: ReportSubject): readonly Fact[] {
  const { policy } = run;
  const preset = presetUsed(run);
  const { system, repository, path } = provenanceOf(policy, preset);
  const plain = sessionSettings(policy, run.session.profile.head) as Settings;
  const { word, meaning, version, compared, ownFiles } = badgeUnder(policy, run.settings, plain);
  const place = [repository, path].filter((one) => one !== '').join(' ');
  return [
    ...fact('Policy', `${policy.label} (${policy.id})`),
    ...fact('Preset', preset?.label),
    ...fact('System', system),
    ...fact('Source', [place, version].filter((one) => one !== '').join(', ')),
    ...fact('Basis', `${word}: ${meaning}`),
    ...fact('Compared with', compared),
    ...fact('Own files reproduced', ownFiles),
    ...fact('Summaries', summarySource(run)),
    ...fact(
      'Prefix',
      `${formatInteger(run.session.prefixTokens)} heuristic tokens (${prefixWords(usedPrefix(run.session))})`,
    ),
  ];
}

/** Totals that a report lists. */
const listed = [
  'steps',
  'stepsCompacted',
  'summarizerCalls',
  'maxAttempts',
  'overflowSteps',
  'backToBackCompactions',
  'compactionsWithoutGain',
  'stepsWithLostEntries',
] as const;

/** Counts over the replay. */
export const totalFacts = (totals: ReplayTotals): readonly Fact[] =>
  listed.map((name) => ({ label: totalWords[name], value: formatInteger(totals[name]) }));
