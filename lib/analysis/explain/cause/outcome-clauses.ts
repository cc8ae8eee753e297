import { isRecording } from '@/lib/engine/replay/replay';
import { formatInteger, formatProjected } from '@/lib/engine/base/format';
import { correctionTerm } from '../correction';
import { refusalWords } from '../ledger-row';
import { setAsideAt, stepOutcome } from '../outcome/step-outcome';
import { cacheBreaks } from '../recording/cache-breaks';
import { overflowTold } from '../session-sentence';
import { isProjected, limitAt, overflows, stepEvents } from '../step-events';
import type { Clause } from './cause';
import { correctionAt, type CauseContext } from './context';
import { bad, say, tokens } from '@/lib/engine/base/answer/words';

/** The outcome of the request, behind the causes: each sentence with its numbers. */
export function outcomeClauses(context: CauseContext): readonly Clause[] {
  return [
    ...arithmetic(context),
    ...summed(context),
    ...left(context),
    ...recordedHere(context),
    ...sent(context),
    ...cacheLost(context),
    ...projected(context),
  ];
}

/** "24,000 × 7.5 = 180,000, exactly the threshold: one token fewer and it would hold." */
function arithmetic(context: CauseContext): readonly Clause[] {
  const { decision, changes, operands, compacted } = context;
  if (decision?.reached !== true || !compacted) return [];
  if (decision.unit !== 'tokens' || changes.length === 0) return [];
  const { value, threshold, margin, decidedBy, formula } = decision;
  const product =
    decidedBy === 'calibrated' && !Number.isNaN(correctionAt(context))
      ? `${formatInteger(operands.heuristic)} × ${correctionTerm(context.replay, context.step)} = ${formatInteger(value)}`
      : `${decidedBy === 'last real' ? 'The last real' : `Its count (${formula})`} is ${formatProjected(value, decision.projected)}`;
  const named = formatInteger(threshold);
  const edge =
    margin === 0
      ? `, exactly the threshold: one token fewer and it would hold.`
      : `, ${formatInteger(margin)} above the threshold of ${named}.`;
  return [
    {
      cause: null,
      words: say`${product}${edge}`,
      evidence: { kind: 'operand', id: 'decision' },
      figures: { value, threshold, margin },
    },
  ];
}

/** "The count of step 7 is a sum: its request held 494,590, 472,410 below the threshold." */
function summed({ replay, decision, lastRealStep: from }: CauseContext): readonly Clause[] {
  const { counted } = replay.session.profile.head;
  const isSum = counted.some(({ step, kind }) => step === from && kind === 'sum');
  if (!isSum || decision?.reached !== true || decision.unit !== 'tokens') return [];
  const request = replay.columns.real[from] ?? 0;
  const below = decision.threshold - request;
  if (below <= 0) return [];
  return [
    {
      cause: null,
      words: say`The count of step ${formatInteger(from)} is a sum: its request held ${tokens(request)}, ${formatInteger(below)} below the threshold.`,
      evidence: { kind: 'step', step: from },
      figures: { request, below },
    },
  ];
}

/** "It leaves about 167,451, of which 157,288 are prefix, so the next compaction is 12,549 tokens away." */
function left(context: CauseContext): readonly Clause[] {
  const { replay, step, compacted, decision } = context;
  const { policy, session, columns } = replay;
  if (!compacted || isRecording(replay)) return [];
  const { projection, profile } = session;
  const after = columns.real[step] ?? 0;
  if (profile.steps.ratio !== null || after <= 0) return [];
  const prefix = Math.trunc(projection.prefix + (projection.joined[step] ?? 0));
  // A count of the policy's own is no distance in tokens of the request.
  const counts = decision?.decidedBy !== 'heuristic' && policy.decision?.ownCount !== true;
  const room = decision?.unit === 'tokens' && counts ? decision.threshold - after : NaN;
  const next = Number.isNaN(room)
    ? ''
    : room > 0
      ? `, so the next compaction is ${formatInteger(room)} tokens away`
      : `, ${formatInteger(-room)} above the threshold: it cannot get below it`;
  const about = isProjected(replay, step) ? 'about ' : '';
  const share = prefix > 0 && prefix <= after ? say`, of which ${tokens(prefix)} are prefix` : [];
  return [
    {
      cause: null,
      words: say`It leaves ${about}${tokens(after)}${share}${next}.`,
      evidence: { kind: 'operand', id: 'real' },
      figures: { after, prefix, ...(Number.isNaN(room) ? {} : { room }) },
    },
  ];
}

/** The recording's own compaction: at a step that another policy is asked about, and its own count. */
function recordedHere(context: CauseContext): readonly Clause[] {
  const { recorded, changes, subject, step, judged } = context;
  if (recorded === null || recorded.trigger === 'manual') return [];
  if (changes.length === 0) {
    const { preTokens } = recorded;
    if (judged?.outcome !== 'reproduced' || preTokens === null || preTokens === judged.value) {
      return [];
    }
    return [
      {
        cause: null,
        words: say`${subject.agent || 'The agent'} itself recorded ${tokens(preTokens)} tokens before it.`,
        evidence: { kind: 'step', step },
        figures: { preTokens },
      },
    ];
  }
  const at = recorded.preTokens === null ? '' : `, at ${formatInteger(recorded.preTokens)} tokens`;
  const how = recorded.trigger === 'auto' ? ' by itself' : '';
  return [
    {
      cause: null,
      words: say`In the recording ${subject.agent || 'the agent'} compacted here${how}${at}.`,
      evidence: { kind: 'step', step },
      figures: recorded.preTokens === null ? {} : { preTokens: recorded.preTokens },
    },
  ];
}

/** "The cache was lost: 26,285 of 120,000 were read, 93,718 sent uncached." */
function cacheLost({ replay, step, changes }: CauseContext): readonly Clause[] {
  const lost = cacheBreaks(replay.session.profile).find((one) => one.step === step);
  if (lost === undefined || changes.length > 0 || isProjected(replay, step)) return [];
  const { before, read, unread } = lost;
  return [
    {
      cause: null,
      words: say`The cache was lost: ${tokens(read)} of ${tokens(before)} were read, ${tokens(unread)} sent uncached.`,
      evidence: { kind: 'operand', id: 'real' },
      figures: { before, read, unread },
    },
  ];
}

/** The provider's answer to the request as sent, against its limit; nothing where the verdict tells it. */
function sent({ replay, step, changes }: CauseContext): readonly Clause[] {
  if (changes.length === 0 && overflowTold(replay) === step) return [];
  const { columns, session, divergence } = replay;
  const generated = session.profile.steps.ratio !== null;
  const limit = limitAt(replay, step);
  const real = columns.real[step] ?? 0;
  const { provider } = stepOutcome(replay, step);
  const past = !generated && (divergence < 0 || step < divergence);
  const figures = { ...(real > 0 ? { real } : {}), ...(limit === null ? {} : { limit }) };
  const by = real > 0 ? 'of' : 'at a limit of';
  const of = limit === null ? '' : ` ${by} ${formatInteger(limit)}`;
  const clause = (words: Clause['words']): readonly Clause[] => [
    { cause: null, words, evidence: { kind: 'operand', id: 'real' }, figures },
  ];
  const size = real > 0 ? formatProjected(real, isProjected(replay, step)) : 'the request';
  if (provider === 'refused') {
    const said = refusalWords(session.profile.head.refusals.find((one) => one.step === step));
    return clause(
      bad(past ? `The provider refused ${size}${of}${said}.` : `It is refused: ${size}${of}.`),
    );
  }
  const over = overflows(replay, step) ? clause(bad(`The request overflows: ${size}${of}.`)) : [];
  const aside = setAsideAt(replay, step);
  if (past && aside !== null) {
    const what = aside.kind === 'doubtful' ? 'doubtful' : 'a placeholder';
    return clause(
      say`Its count of ${tokens(aside.tokens)} is ${what} and not used: ${aside.reason}`,
    );
  }
  const silent =
    provider === 'no usage' ? clause(say`The provider ${past ? 'sent' : 'sends'} no usage.`) : [];
  if (over.length + silent.length > 0) return [...over, ...silent];
  if (changes.length === 0 || limit === null) return [];
  const all = stepEvents(replay).overflow;
  const [first] = all;
  if (first === undefined) return [];
  return [
    {
      cause: null,
      words: bad(`It overflows at step ${formatInteger(first)}.`),
      evidence: { kind: 'step', step: first },
      figures: { overflows: all.length, first },
    },
  ];
}

/** Counts after the first step that differs from the recording are projected. */
function projected({ replay, step, decision }: CauseContext): readonly Clause[] {
  const { divergence } = replay;
  if (decision?.projected !== true && !(divergence >= 0 && step > divergence)) return [];
  const from = divergence >= 0 && step >= divergence ? divergence : -1;
  const words =
    from < 0
      ? say`The counts it rests on are projected: no usage was reported for them.`
      : say`The counts it rests on are projected: from step ${formatInteger(from)} on the requests are not the recorded ones.`;
  return [
    { cause: null, words, evidence: from < 0 ? null : { kind: 'step', step: from }, figures: {} },
  ];
}
