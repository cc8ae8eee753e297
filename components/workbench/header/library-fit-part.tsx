'use client';

import Link from 'next/link';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { LibraryFit } from '@/lib/api/contract/workbench/fit-contract';
import { useLibraryFit } from '@/lib/api/queries/queries';
import { fittedEvidence } from '@/lib/analysis/fit/fitted-threshold';
import { groupWords } from '@/lib/analysis/fit/version-fit';
import { useWorkbench } from '../state/use-workbench';

/** Most sessions listed by name. */
const NAMED = 6;

/** The threshold that all sessions of this agent's version in the library give. */
export function LibraryFitPart({ onUse }: { readonly onUse: (observed: number) => void }) {
  const { record } = useWorkbench();
  const { data, error, refetch } = useLibraryFit(record.row.id);
  if (error !== null) {
    return (
      <p role="alert">
        The library’s sessions could not be compared: {error.message}{' '}
        <button type="button" className="text-accent underline" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (data === undefined) return <p className="text-ink2">Looking through the library …</p>;
  if (data.window === null) return null;
  const { fitted, sessions, window } = data;
  const group = groupWords({ ...data, window });
  const own = sessions.every(({ id }) => id === record.row.id);
  if (fitted === null || own) {
    return (
      <p className="text-ink2">
        No other session of {group} in the library shows when it compacts{othersText(data)}.
      </p>
    );
  }
  return (
    <div data-library-fit="">
      <p>
        Threshold fitted to {counted(sessions.length, 'session')} of {group}:{' '}
        <strong>{formatInteger(fitted.tokens)} tokens</strong>.{' '}
        <span className="text-ink2">
          {fittedEvidence(fitted)} {boundText(data)}
        </span>
      </p>
      <p className="mt-1 text-ink2 wrap-anywhere">
        From{' '}
        {sessions.slice(0, NAMED).map(({ id, name, compactions }, i) => (
          <span key={id}>
            {i > 0 ? ', ' : ''}
            {id === record.row.id ? (
              'this session'
            ) : (
              <Link className="text-accent underline" href={`/sessions/${id}`}>
                <ForeignText text={name} />
              </Link>
            )}{' '}
            ({formatInteger(compactions.length)})
          </span>
        ))}
        {sessions.length > NAMED ? ` and ${formatInteger(sessions.length - NAMED)} more` : ''}
        {othersText(data)}.
      </p>
      <div className="mt-2">
        <Button onClick={() => onUse(fitted.tokens)}>Use the version’s setting</Button>
      </div>
    </div>
  );
}

/** "; 3 others ran another version or window". */
const othersText = ({ others }: LibraryFit): string =>
  others === 0 ? '' : `; ${counted(others, 'other')} of this agent ran another version or window`;

const boundText = ({ more, examined, sessions }: LibraryFit): string =>
  more
    ? `${formatInteger(sessions.length)} of the ${formatInteger(examined)} newest sessions were compared; the library holds more.`
    : '';
