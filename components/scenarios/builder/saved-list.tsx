'use client';

import { Trash2 } from 'lucide-react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { dateTime } from '@/components/library/table/clock';
import { useScenarios } from '@/lib/api/queries/queries';
import { formatInteger } from '@/lib/engine/base/format';

/** The saved scenarios: open one, delete one. */
export function SavedList(props: {
  /** Id of the scenario in the form. */
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
  readonly onDelete: (id: string, name: string) => void;
}) {
  const { openId, onOpen, onDelete } = props;
  const { data, error, refetch } = useScenarios();
  if (data?.length === 0) return null;
  return (
    <section aria-label="Saved scenarios" className="border-b border-line2 px-4 py-2.5">
      <h2 className="mb-1 flex min-h-6 items-center text-xs font-semibold text-ink3">
        Saved scenarios{data && data.length > 0 ? ` · ${formatInteger(data.length)}` : ''}
      </h2>
      {error && !data ? (
        <p className="text-overflow">
          {error.message}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : null}
      <ul className="max-h-36 overflow-y-auto">
        {data?.map(({ id, name, updatedAt }) => (
          <li
            key={id}
            className={classNames(
              'flex items-center gap-2 border-t border-line2 first:border-t-0',
              id === openId && 'bg-sel',
            )}
          >
            <button
              type="button"
              aria-current={id === openId ? 'true' : undefined}
              className="min-w-0 flex-1 truncate py-1 text-left hover:underline"
              title={withoutControls(name)}
              onClick={() => onOpen(id)}
            >
              <ForeignText text={name} />
            </button>
            <span className="shrink-0 text-sm text-ink3">{dateTime(updatedAt)}</span>
            <Button
              variant="quiet"
              size="small"
              className="px-1.5"
              aria-label={`Delete ${withoutControls(name)}`}
              onClick={() => onDelete(id, name)}
            >
              <Trash2 size={12} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
