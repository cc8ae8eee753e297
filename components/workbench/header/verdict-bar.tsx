'use client';

import { useMemo } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import {
  verdict,
  verdictText,
  type VerdictSegment,
  type VerdictTone,
} from '@/lib/analysis/explain/verdict';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

const tones: Readonly<Record<VerdictTone, string>> = {
  quiet: 'text-ink2',
  plain: '',
  strong: 'font-semibold',
  bad: 'font-semibold text-overflow',
};

/** A verdict's segments, each in its tone. */
export const VerdictWords = ({ segments }: { readonly segments: readonly VerdictSegment[] }) =>
  segments.map(({ text, tone }, index) => (
    <span key={index} className={tones[tone]}>
      <ForeignText text={text} />
    </span>
  ));

/** The whole session in one sentence: the recording, the what-if, and the projected steps. */
export function VerdictBar() {
  const { record, opening, store } = useWorkbench();
  const frame = useLateFrame();
  const { replay, policy, moving } = frame;
  const { agent } = record.source;
  const { profile } = store.session;
  const happened = useMemo(() => whatHappened(profile, opening), [profile, opening]);
  const asItRan = store.isAsItRan(frame);
  const segments = useMemo(() => {
    const draft = asItRan ? { draft: `As it ran (${policy.label})` } : {};
    return verdict(replay, { agent, happened, ...draft });
  }, [replay, agent, happened, asItRan, policy]);
  return (
    <div className="mt-1.5 text-sm">
      <p data-verdict="" className="max-w-[1080px] text-pretty">
        <VerdictWords segments={segments} />
      </p>
      <p className="sr-only" role="status">
        {moving ? '' : verdictText(segments)}
      </p>
    </div>
  );
}
