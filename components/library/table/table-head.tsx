import { classNames } from '@/components/ui/class-names';
import { LIBRARY_GRID, WITH_AGE, WITH_AGENT, WITH_CHART } from './session-row';

/** Names of the columns, and a box that selects everything shown. */
export function TableHead(props: {
  readonly selection: 'none' | 'some' | 'all';
  readonly onSelectAll: () => void;
}) {
  const { selection, onSelectAll } = props;
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b bg-bg">
      <div
        role="row"
        aria-rowindex={1}
        className={classNames(LIBRARY_GRID, 'h-6 items-center bg-bg text-sm text-ink3')}
      >
        <span role="columnheader" className="relative flex h-full items-center">
          <label className="absolute -inset-x-2 inset-y-0 flex items-center justify-center">
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label="Select all sessions shown"
              checked={selection === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = selection === 'some';
              }}
              onChange={onSelectAll}
              className={
                selection === 'none' ? 'opacity-0 hover:opacity-100 focus:opacity-100' : ''
              }
            />
          </label>
        </span>
        <span role="columnheader" className="truncate">
          session, and what happened under its own policy
        </span>
        <span role="columnheader" className={WITH_CHART}>
          tokens against its own limit
        </span>
        <span role="columnheader" className="text-right">
          peak
        </span>
        <span role="columnheader" className={WITH_AGENT}>
          agent · model
        </span>
        <span role="columnheader" className={classNames(WITH_AGENT, 'text-right')}>
          steps
        </span>
        <span role="columnheader" className={classNames(WITH_AGE, 'text-right')}>
          age
        </span>
      </div>
    </div>
  );
}
