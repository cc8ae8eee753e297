'use client';

import { useId, useMemo, useState } from 'react';
import { ChevronRight } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { WordsView } from '@/components/ui/text/words-view';
import { wordsText } from '@/lib/engine/base/answer/words';
import { verdict } from '@/lib/analysis/explain/verdict';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/**
 * The whole session in one sentence: the recording, the what-if, and the projected steps. Cut to one
 * line until it is opened: of a session with one event the cause above says most of it.
 */
export function VerdictBar() {
  const { record, opening, store } = useWorkbench();
  const frame = useLateFrame();
  const { replay, policy, moving } = frame;
  const { agent } = record.source;
  const { profile } = store.session;
  const happened = useMemo(() => whatHappened(profile, opening), [profile, opening]);
  const asItRan = store.isAsItRan(frame);
  const words = useMemo(() => {
    const draft = asItRan ? { draft: `As it ran (${policy.label})` } : {};
    return verdict(replay, { agent, happened, ...draft });
  }, [replay, agent, happened, asItRan, policy]);
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="mt-1 flex items-start gap-2 text-sm">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-6 shrink-0 items-center gap-1 text-ink3 hover:text-ink"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={12} aria-hidden="true" className={open ? 'rotate-90' : ''} />
        Whole session
      </button>
      <p
        id={id}
        data-verdict=""
        className={classNames('min-w-0 py-[3px]', open ? 'max-w-[980px] text-pretty' : 'truncate')}
      >
        <WordsView words={words} />
      </p>
      <p className="sr-only" role="status">
        {moving ? '' : wordsText(words)}
      </p>
    </div>
  );
}
