/** Differences 1 to 8 of golden/README.md. */
import { formatInteger } from '@/lib/engine/base/format';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { contextGuardBuffer } from '@/lib/engine/mechanisms/buffer';
import { replay } from '@/lib/engine/replay/replay';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import type { Difference } from './difference';
import { figure, said, sayNumber } from '../figure';
import { compactedSteps, replayScenario } from '../scenario-replay';
import { replaySliding } from '../sliding-sessions';
import { smallSession } from '../small-session';
import { replayTimingGap, timingGapProofs } from '../timing-gap/timing-gap';
import { versionSettings } from './version';

const n = formatInteger;

/** 1: the default factor. */
export function defaultFactor(): Difference {
  const heuristic = 72_000;
  const firstTurn = (version: string): number =>
    Math.trunc(heuristic * versionSettings(version).factor);
  const [first, second, today] = ['pr7-first', 'v0.9.0', 'v1.1.0'].map(firstTurn);
  return {
    document: 'The default factor is 1.5, 2.0 or 2.5, by document and paragraph.',
    code: 'Each was correct once: 1.5 in the first design, 2.0 in v0.9.0, 2.5 since v0.9.1.',
    evidence: figure(
      today ?? null,
      'tokens',
      said(`${n(first ?? 0)} or ${n(second ?? 0)}`, first ?? 0),
    ),
    how: `first turn of ${n(heuristic)}: × 2.5; × 1.5 and × 2.0 stay below the threshold of 180,000`,
  };
}

/** 2: a window of exactly 200,000. */
export function boundary(): Difference {
  return {
    document: '“>200k (e.g. 200k)” has a buffer of 20k.',
    code: 'Until v0.9.1 a window of exactly 200,000 does not count as large: it gets the 20 % buffer.',
    evidence: figure(200_000 - contextGuardBuffer(200_000, '>'), 'tokens', sayNumber('180k')),
    how: '200,000 − trunc(200,000 × 0.2): threshold before v0.9.1',
  };
}

/** 3: passes of one compaction. */
export function retries(): Difference {
  const { columns } = replayScenario('extra/hugesummaryretries3');
  const most = columns.attempts.reduce((a, b) => Math.max(a, b), 0);
  return {
    document: '“A retry loop would never fire”; retries were removed.',
    code: 'Since v0.15.1 the code summarises up to 3 times again.',
    evidence: figure(most, 'count', said('0 retries: 1 pass', 1)),
    how: 'most passes of one compaction, scenario HugeSummaryRetries3 (summaries of 30,000 bytes)',
  };
}

/** 4: the state after the reset. */
export function reset(): Difference {
  const proof = timingGapProofs[0];
  const after = proof && replayTimingGap(proof).calibrated.columns.lastHeuristicAfter[1];
  return {
    document: 'A compaction clears the real count and the previous heuristic.',
    code: 'Both become 0, and the heuristic of the compacted request is stored at once.',
    evidence: figure(after ?? null, 'tokens', said('cleared', 0)),
    how: 'last heuristic after the compaction of the first timing-gap proof: summary 29 + continuation 46',
  };
}

/** 5: the summariser's input the second time. */
export function entireConversation(): Difference {
  const run = replayScenario('stress/8k_repeatedcompactions');
  const { columns, session } = run;
  const second = compactedSteps(run)[1] ?? 0;
  const entries = session.profile.steps.entries[second] ?? 0;
  return {
    document: 'The summariser gets “the entire conversation”.',
    code: 'It gets the injected summary and what came after the watermark.',
    evidence: figure(
      columns.summarizerContents[second] ?? null,
      'count',
      said('all entries', entries),
    ),
    how: `contents given at the second compaction of 8k_RepeatedCompactions; the log holds ${n(entries)} entries`,
  };
}

/** 6: the cut of the mechanical summary. */
export function firstBytes(): Difference {
  const characters = 200;
  const table = new EntryTable();
  const text = 'ж'.repeat(characters);
  const row = table.push({ role: 'user', parts: [{ kind: 'text', text }] });
  const quoted = table.fallback.at(row) - 'user: '.length - '...\n'.length;
  return {
    document: 'The mechanical summary keeps the “first 200 chars of each message”.',
    code: 'It keeps the first 200 bytes of each text part; calls and responses leave nothing.',
    evidence: figure(Math.trunc(quoted / 2), 'count', said('200 characters', characters)),
    how: `whole characters left of ${characters} × “ж” (2 bytes each): ${quoted} bytes ÷ 2`,
  };
}

/** 7: a sliding window whose summariser fails. */
export function passedThrough(): Difference {
  const { columns, notes, session } = replaySliding('sw20_32k_summarizer_fails');
  const failed = notes.events.filter(({ kind }) => kind === 'failure');
  const whole = failed.filter(
    ({ step }) => columns.contentsSent[step] === session.profile.steps.entries[step],
  );
  return {
    document: '“The bloated conversation is never passed through.”',
    code: 'The sliding window returns the error; the request goes out unchanged.',
    evidence: figure(whole.length, 'count', { ...said('never', 0), bad: true }),
    how: `requests sent whole after one of ${failed.length} failed calls, ${session.profile.stepCount} steps of sw20_32k_summarizer_fails`,
  };
}

/** 8: the end of truncation for the summariser. */
export function truncation(): Difference {
  const window = 8_000;
  const bytes = 40_000;
  const entry = (role: 'user' | 'model') => ({ role, kind: 'text' as const, sizes: [bytes] });
  const session = smallSession({
    name: 'two giant entries',
    limit: window,
    steps: [{ label: 'user-msg', entries: [entry('user'), entry('model')], ratio: 1 }],
  });
  const settings = contextGuardThreshold.settings.parse({ window });
  const { columns } = replay(session, contextGuardThreshold, settings);
  const given = columns.summarizerContents[0] ?? 0;
  return {
    document: 'The summariser’s input is cut to 80 % of its window.',
    code: 'Cutting stops at 2 entries, counts payloads the prompt does not contain, without correction, against the agent’s window.',
    evidence: figure((given * bytes) / 4, 'tokens', said('≤ 6,400', Math.trunc(window * 0.8))),
    how: `${given} entries of ${n(bytes)} bytes given at a window of ${n(window)}`,
  };
}
