'use client';

import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { checkWords } from '@/lib/answers/report/runs/check-text';
import type { RunCheckAnswer } from '@/lib/api/contract/run-contract';
import type { CheckState } from './use-checks';

/** Sign and colour of an outcome: never the colour alone. */
const marks: Readonly<
  Record<RunCheckAnswer['outcome'], readonly [sign: string, className: string]>
> = {
  same: ['✓', 'text-good'],
  differs: ['≠', 'text-overflow'],
  refused: ['–', 'text-ink2'],
};

/** What a check came to, in few words. */
export function Outcome({ check }: { readonly check: RunCheckAnswer }) {
  const [sign, className] = marks[check.outcome];
  return (
    <span data-outcome={check.outcome} className={classNames(className, 'font-medium')}>
      <span aria-hidden="true">{sign} </span>
      {checkWords(check)}
    </span>
  );
}

/** A row's check: a button before it, its outcome after it. */
export function CheckMark(props: {
  readonly state: CheckState | undefined;
  readonly number: number;
  readonly onCheck: () => void;
}) {
  const { state, number, onCheck } = props;
  if (state?.kind === 'running') return <span className="text-ink3">replaying …</span>;
  if (state?.kind === 'answer') return <Outcome check={state.check} />;
  return (
    <>
      <Button size="small" aria-label={`Check run ${number}`} onClick={onCheck}>
        Check
      </Button>
      {state?.kind === 'fault' ? (
        <span role="alert" className="block text-sm text-overflow">
          {state.message}
        </span>
      ) : null}
    </>
  );
}
