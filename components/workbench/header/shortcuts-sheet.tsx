'use client';

import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { ENGINE, VERSION } from '@/lib/replay/engine';
import { shortcutGroups } from '../state/shortcuts';

/** Every key of the workbench. */
export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard" wide>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-3">
        {shortcutGroups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-2 text-xs font-semibold text-ink3">{title}</h3>
            <ul className="space-y-1.5">
              {keys.map(([names, text]) => (
                <li key={text} className="flex items-baseline gap-2.5">
                  <span className="flex w-20 shrink-0 gap-1">
                    {names.map((name) => (
                      <Kbd key={name}>{name}</Kbd>
                    ))}
                  </span>
                  {text}
                </li>
              ))}
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
