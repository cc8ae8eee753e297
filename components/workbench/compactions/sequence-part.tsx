import { callSequence, type SequenceStage } from '@/lib/analysis/explain/compaction/call-sequence';
import { formatInteger } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';

/** The selected step as ADK runs it: an ordered list, drawn as the seeds' diagram. */
export function SequencePart({ replay, step }: { readonly replay: Replay; readonly step: number }) {
  const stages = callSequence(replay, step);
  if (stages === null) return null;
  return (
    <section aria-label="Callback sequence" className="min-w-0" data-sequence="">
      <h3 className="font-semibold">Callbacks of step {formatInteger(step)}</h3>
      <ol className="mt-2">
        {stages.map((stage, i) => (
          <Stage key={stage.call} stage={stage} isLast={i === stages.length - 1} />
        ))}
      </ol>
    </section>
  );
}

const actors: Readonly<Record<SequenceStage['actor'], string>> = {
  ADK: 'bg-bg border-line text-ink2',
  BeforeModel: 'border-compaction text-compaction',
  model: 'border-real text-ink',
  AfterModel: 'border-compaction text-compaction',
};

function Stage({ stage, isLast }: { readonly stage: SequenceStage; readonly isLast: boolean }) {
  const { actor, call, text, calls } = stage;
  return (
    <li className="relative pb-2 pl-5">
      <span
        aria-hidden="true"
        className={`absolute top-1.5 left-0 size-2.5 rounded-full border-2 ${actors[actor]}`}
      />
      {isLast ? null : (
        <span aria-hidden="true" className="absolute top-4 bottom-0 left-[4px] w-px bg-line" />
      )}
      <p>
        <code className="font-semibold">{call}</code> <span className="text-ink2">{text}</span>
      </p>
      {calls.length === 0 ? null : (
        <ol className="mt-1 space-y-0.5 border-l border-line pl-3">
          {calls.map((one) => (
            <li key={one.call} className="text-sm">
              <code>{one.call}</code> <span className="text-ink2">{one.text}</span>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
