import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contextGuardSlidingWindow } from '@/lib/policies/contextguard/sliding-window';
import { contextGuardTail } from '@/lib/policies/contextguard/tail';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { singleShotRow, singleShotSession, type SingleShotEntry } from './testing/singleshot';

type Conversations = Readonly<
  Record<'kubeRound' | 'mixed' | 'codingRound', readonly SingleShotEntry[]>
>;
interface Row {
  readonly name: string;
  readonly strategy: string;
  readonly window: number;
  readonly summaryBytes: number;
}
interface KubeRow {
  readonly commit: string;
  readonly rounds: number;
  readonly window: number;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(`lib/readers/scenarios/fixtures/${name}.json`, 'utf8'));
const { conversations, rows } = read('singleshot') as {
  readonly conversations: Conversations;
  readonly rows: readonly Row[];
};
const { kubeSingleShot } = read('history') as {
  readonly kubeSingleShot: { readonly rows: readonly KubeRow[] };
};

const repeat = (round: readonly SingleShotEntry[], times: number): readonly SingleShotEntry[] =>
  Array.from({ length: times }, () => round).flat();

/** The conversation in the first words of a row's name. */
function conversationOf(name: string): readonly SingleShotEntry[] {
  const [, kube] = /^kube-(\d+)rounds/.exec(name) ?? [];
  if (kube) return repeat(conversations.kubeRound, Number(kube));
  const [, coding] = /^coding-agent-(\d+)/.exec(name) ?? [];
  if (coding) return repeat(conversations.codingRound, Number(coding));
  const [, pairs, thousands] = /^tool-storm-(\d+)x(\d+)k/.exec(name) ?? [];
  if (!pairs) return conversations.mixed;
  const answer = 1 + Math.floor((12 + Number(thousands) * 1_000) / 4);
  return repeat(
    [
      { role: 'model', kind: 'call', tokens: 47 },
      { role: 'user', kind: 'response', tokens: answer },
    ],
    Number(pairs),
  );
}

/** The tests' summariser: 155 bytes for the threshold strategy, 127 for the sliding window. */
function shot({ name, strategy, window }: Row): Replay {
  const session = singleShotSession(conversationOf(name));
  const [, turns] = /^sliding\((\d+)\)$/.exec(strategy) ?? [];
  const common = { window, quoteRequest: false };
  if (!turns) {
    const chosen = contextGuardThreshold.settings.parse(common);
    return replay(session, contextGuardThreshold, chosen, { script: [{ bytes: 155 }] });
  }
  const chosen = contextGuardSlidingWindow.settings.parse({ ...common, maxTurns: Number(turns) });
  return replay(session, contextGuardSlidingWindow, chosen, { script: [{ bytes: 127 }] });
}

describe('singleshot.json', () => {
  it('holds the rows its README counts', () => {
    expect(rows).toHaveLength(44);
  });

  it.each(rows.map((row) => [row.name, row] as const))('%s', (_, row) => {
    const { name, strategy, ...fields } = row;
    expect(singleShotRow(shot(row)), `${name}, ${strategy}`).toEqual(fields);
  });
});

/** The three versions of history.json's single shots; the summary is "Summary of conversation.". */
function kubeShot({ commit, rounds, window }: KubeRow): Replay {
  const session = singleShotSession(repeat(conversations.kubeRound, rounds));
  const script = [{ bytes: 24 }];
  const preset = <S>(
    policy: { readonly presets: readonly { id: string; settings: S }[] },
    id: string,
  ) => policy.presets.find((one) => one.id === id)?.settings ?? {};
  if (commit === 'e2d01e0') {
    const first = preset(contextGuardThreshold, 'pr7-first');
    const chosen = contextGuardThreshold.settings.parse({ ...first, window, quoteRequest: false });
    return replay(session, contextGuardThreshold, chosen, { script });
  }
  const version = preset(contextGuardTail, commit === '8b854ce' ? 'v0.7.0' : 'v0.8.0');
  const chosen = contextGuardTail.settings.parse({ ...version, window });
  return replay(session, contextGuardTail, chosen, { script });
}

describe('kubeSingleShot of history.json', () => {
  it('holds 12 rows a version', () => {
    expect(kubeSingleShot.rows).toHaveLength(36);
  });

  it.each(
    kubeSingleShot.rows.map((row) => [`${row.commit} ${row.rounds} ${row.window}`, row] as const),
  )('%s', (_, row) => {
    const made = singleShotRow(kubeShot(row));
    expect({
      commit: row.commit,
      rounds: row.rounds,
      window: made.window,
      heuristicBefore: made.heuristicBefore,
      heuristicAfter: made.heuristicAfter,
      contentsBefore: made.contentsBefore,
      contentsAfter: made.contentsAfter,
      summarizerCalls: made.attempts,
    }).toEqual(row);
  });
});
