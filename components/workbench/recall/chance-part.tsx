import { FilterSelect } from '@/components/ui/filter-select';
import { ForeignText } from '@/components/ui/text/foreign-text';
import type { RecallReport } from '@/lib/analysis/recall/recall-report';
import { chanceSourceWords, chanceWords } from '@/lib/analysis/recall/recall-words';
import { AGAINST_NONE } from '@/lib/host/api/contract/workbench/recall-contract';
import { useWorkbench } from '../state/use-workbench';
import type { ChanceLevel } from './chance-level';

/** Whose names are taken off as the chance level, how many tokens that is, and the choice of another. */
export function ChancePart(props: { readonly report: RecallReport; readonly level: ChanceLevel }) {
  const { report, level } = props;
  const { store } = useWorkbench();
  const { choice, against, others, fault } = level;
  const options =
    against === null || others.some(({ id }) => id === against.id) ? others : [against, ...others];
  return (
    <div className="mt-1 text-sm text-ink2" data-recall="chance">
      <p>
        {fault === null
          ? chanceWords(report, choice === AGAINST_NONE ? 'none' : 'another')
          : `Chance level not subtracted: ${fault} Names that any session says are counted too.`}
        {against === null ? null : (
          <>
            {' '}
            The other session is <ForeignText text={against.name} />,{' '}
            {chanceSourceWords(against.kin, choice !== null)}.
          </>
        )}
      </p>
      {options.length === 0 && choice === null ? null : (
        <div className="mt-1">
          <FilterSelect
            label="Take off the names of"
            value={choice ?? ''}
            any="the longest other session"
            onChange={(value) => store.takeOff(value === '' ? null : value)}
            options={[
              [AGAINST_NONE, 'no session'],
              ...options.map(({ id, name }) => [id, name] as const),
            ]}
          />
        </div>
      )}
    </div>
  );
}
