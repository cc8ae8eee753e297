'use client';

import { useMemo, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import type { Compaction } from '@/lib/analysis/explain/compaction/compaction-list';
import {
  callWords,
  coverageWords,
  cutWords,
  inputRowName,
} from '@/lib/analysis/explain/compaction/compaction-words';
import {
  askedOfGuard,
  askedSummary,
  summariserCall,
  type SummariserCall,
} from '@/lib/analysis/explain/compaction/summariser-call';
import { formatBytes, formatInteger } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';
import type { EntryShape } from '@/lib/engine/tokens/text/part-shapes';
import { PromptText } from './prompt-text';
import { useOwnPolicy } from './use-compactions';

/** What the summariser was given: by the policy's own prompt, and by ContextGuard's. */
export function SummariserPart(props: {
  readonly replay: Replay;
  readonly compaction: Compaction;
  readonly shapes: readonly EntryShape[] | null;
}) {
  const { replay, compaction, shapes } = props;
  const own = useOwnPolicy();
  const [other, setOther] = useState(false);
  const calls = useMemo(() => {
    if (shapes === null) return null;
    const asked = [askedSummary({ replay, own }, compaction), askedOfGuard(replay, compaction)];
    return asked.flatMap((one) => {
      const call = one && summariserCall(replay, shapes, compaction, one);
      return one && call ? [{ asked: one, call }] : [];
    });
  }, [replay, compaction, shapes, own]);
  if (calls === null) return <Frame>…</Frame>;
  const [first, second] = calls;
  const same = second?.asked.policy === first?.asked.policy;
  const shown = other && second && !same ? second : first;
  if (first === undefined || shown === undefined) {
    return <Frame>Nothing is known of this policy’s prompt.</Frame>;
  }
  return (
    <section
      aria-label="What the summariser was given"
      className="min-w-0 px-4 py-3"
      data-summariser={shown.call.policy}
    >
      <h3 className="font-semibold">What the summariser was given</h3>
      {second !== undefined && !same ? (
        <div
          role="group"
          aria-label="Prompt"
          className="my-2 grid grid-cols-2 gap-1 rounded-md border border-line bg-line2 p-0.5"
        >
          {[first, second].map((one, i) => (
            <button
              key={one.call.policy}
              type="button"
              aria-pressed={one === shown}
              className={classNames(
                'h-6 truncate rounded px-2 text-sm',
                one === shown ? 'bg-panel font-semibold' : 'text-ink2 hover:text-ink',
              )}
              onClick={() => setOther(i === 1)}
            >
              {i === 1 ? 'ContextGuard’s prompt' : one.call.policy}
            </button>
          ))}
        </div>
      ) : (
        <p className="text-sm text-ink3">{first.call.policy}</p>
      )}
      <Call call={shown.call} />
      <PromptText replay={replay} compaction={compaction} asked={shown.asked} />
    </section>
  );
}

const Frame = ({ children }: { readonly children: string }) => (
  <section aria-label="What the summariser was given" className="px-4 py-3">
    <h3 className="font-semibold">What the summariser was given</h3>
    <p className="mt-2 text-ink2">{children}</p>
  </section>
);

function Call({ call }: { readonly call: SummariserCall }) {
  const { input, sections, source, spare, cut } = call;
  const { prompt, cap } = input;
  return (
    <>
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
        <Row
          name="Contents"
          value={`${formatInteger(input.givenContents)} of ${formatInteger(input.contents)}`}
        />
        {input.rows.map((row) => (
          <Row
            key={row.kind}
            name={inputRowName(row)}
            value={`${formatInteger(row.given)} of ${formatInteger(row.counted)}`}
          />
        ))}
      </dl>
      <div className="my-2 h-2 rounded-xs bg-line2" aria-hidden="true">
        <div
          className="h-full rounded-xs"
          style={{ width: `${input.coverage * 100}%`, backgroundColor: 'var(--part-summary)' }}
        />
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
        <Row name="Coverage" value={coverageWords(input)} strong />
        {cut === null ? null : <Row name={cut} value={cutWords(input)} />}
        <Row
          name="The call itself"
          value={callWords(call)}
          tone={spare === null ? '' : spare < 0 ? 'text-overflow' : 'text-good'}
        />
        {prompt === null ? null : (
          <Row
            name="Prompt"
            value={`${formatBytes(prompt.instructionBytes)} + ${formatBytes(prompt.textBytes)}, at most ${formatInteger(prompt.words)} words`}
          />
        )}
        <Row
          name="Answer"
          value={cap === null ? 'no cap of the policy' : `at most ${formatInteger(cap)} tokens`}
        />
      </dl>
      <p className="mt-2 text-sm text-ink2">
        {sections.length === 0
          ? 'It asks for no named sections.'
          : `It asks for: ${sections.join(' · ')}.`}{' '}
        <span className="text-ink3">{source}</span>
      </p>
    </>
  );
}

function Row(props: {
  readonly name: string;
  readonly value: string;
  readonly strong?: boolean;
  readonly tone?: string;
}) {
  const { name, value, strong = false, tone = '' } = props;
  return (
    <>
      <dt>{name}</dt>
      <dd data-input={name} className={classNames('text-right', strong && 'font-semibold', tone)}>
        {value}
      </dd>
    </>
  );
}
