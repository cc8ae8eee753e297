import { counted, formatRatio, formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { mark, type Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import { densitySources } from '../density-text';
import { growthRows, type GrowthRow } from './growth-rows';
import { isHidden, joinedBy, type JoinedBy } from './joined-by';
import type { NamedEntries } from './named-entries';
import { sessionGrowth, stepDensity, type StepGrowth } from './session-growth';

/** A step's growth as the ledger shows it. */
export type GrowthLedger =
  | {
      /** "since step 142". */
      readonly since: string;
      readonly grew: number;
      readonly rows: readonly GrowthRow[];
      /** Sentences below the rows; words between backquotes are names of the recording. */
      readonly notes: readonly string[];
    }
  | { readonly missing: string };

/** Other steps that a sentence lists. */
const LISTED = 6;

/** The growth of a step's recorded request, or one sentence about why it is not known. */
export function growthLedger(replay: Replay, log: NamedEntries, step: number): GrowthLedger {
  const { session } = replay;
  const growth = sessionGrowth(session);
  const own = growth.at(step);
  if (own === null) return { missing: missingText(session, step) };
  const by = joinedBy(growth, log, step);
  return {
    since: `since step ${formatInteger(own.since)}`,
    grew: own.grew,
    rows: growthRows(session, log, own),
    notes: [
      ...divergedNote(replay, step),
      ...gapNote(own),
      ...(by === null ? [] : [joinedText(by)]),
      ...imageNote(session, own),
      densityNote(session, own),
    ],
  };
}

function missingText({ profile }: Replayable, step: number): string {
  if (intAt(profile.steps.real, step) < 0) return 'No usage at this step: its growth is not known.';
  return 'The first request with usage: there is none to compare it with.';
}

/** A replay that sends something else does not change what the recording grew by. */
function divergedNote({ marks }: Replay, step: number): readonly string[] {
  if (((marks[step] ?? 0) & mark.diverged) === 0) return [];
  return ['As recorded: the what-if sends another request here, projected from this growth.'];
}

function gapNote({ since, step }: StepGrowth): readonly string[] {
  const between = step - since - 1;
  if (between === 0) return [];
  return [
    `${counted(between, 'step')} between them ${between === 1 ? 'reports' : 'report'} no usage.`,
  ];
}

function joinedText({ tool: name, others, without }: JoinedBy): string {
  const tool = name.replaceAll('`', '´');
  if (others.length === 0) return `It came with the result of \`${tool}\`.`;
  const listed = others
    .slice(0, LISTED)
    .map(({ step, hidden }) => `${formatInteger(hidden)} at ${formatInteger(step)}`);
  const more = others.length - listed.length;
  const rest = more > 0 ? ` and at ${formatInteger(more)} more` : '';
  const nothing = without > 0 ? `; at ${formatInteger(without)} without` : '';
  const steps = others.length === 1 ? 'step' : 'steps';
  return `Hidden at the other \`${tool}\` ${steps}: ${listed.join(', ')}${rest}${nothing}.`;
}

/** Inline data whose cost nobody states takes what the rest of its step leaves. */
function imageNote({ projection }: Replayable, { from, to }: StepGrowth): readonly string[] {
  const pieces = sumBetween(projection.charges.unknown, from, to);
  if (pieces === 0) return [];
  const takes = pieces === 1 ? 'takes' : 'take';
  return [
    `${counted(pieces, 'piece')} of inline data of unknown cost ${takes} what the texts leave.`,
  ];
}

/** "Density 1.79, from 139 ordinary steps; over the whole session 4.7026." */
function densityNote(session: Replayable, { step }: StepGrowth): string {
  const ratio = session.profile.steps.ratio?.[step];
  if (ratio !== undefined) return `Ratio ${formatRatio(ratio)}, the scenario’s.`;
  const { value, source, groups } = stepDensity(session, step);
  const text = formatRatio(value);
  if (source !== 'session')
    return `Density ${text}, ${densitySources[source]}: too few steps teach it.`;
  const { steps, slope } = sessionGrowth(session);
  // Steps at which something joined must not carry it, and are named where they would.
  const whole = steps.some(isHidden) ? `; over the whole session ${formatRatio(slope)}` : '';
  return `Density ${text}, from ${counted(groups, 'ordinary step')}${whole}.`;
}
