'use client';

import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { ENGINE, VERSION } from '@/lib/engine/replay/engine';
import { actionGroups } from '../actions/action';
import { actions } from '../actions/actions';
import { printedKeys } from '../actions/printed-keys';

/** Every key of the workbench. */
export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard" wide>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-3">
        {actionGroups.map((group) => (
          <section key={group}>
            <h3 className="mb-2 text-xs font-semibold text-ink3">{group}</h3>
            <ul className="space-y-1">
              {actions
                .filter((action) => action.group === group && action.keys !== undefined)
                .map(({ id, title, keys = [] }) => (
                  <KeyLine key={id} keys={keys.flatMap(printedKeys)} title={title} />
                ))}
              {group === 'View' ? (
                <>
                  <KeyLine keys={['Ctrl', 'K']} title="find any action, page, session or step" />
                  <KeyLine keys={['F2']} title="what is cut off or short, in full" />
                </>
              ) : null}
            </ul>
          </section>
        ))}
      </div>
      <p className="mt-5 text-sm text-ink3">
        Highwater {VERSION}, engine {ENGINE}
      </p>
    </Dialog>
  );
}

function KeyLine({ keys, title }: { readonly keys: readonly string[]; readonly title: string }) {
  return (
    <li className="flex items-baseline gap-2.5">
      <span className="flex w-14 shrink-0 gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
      {title}
    </li>
  );
}
