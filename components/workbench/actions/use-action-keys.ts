'use client';

import { useEffect } from 'react';
import type { Action, ActionHost } from './action';
import { actions } from './actions';

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

/** The action that a press calls; one without Shift also with it, where none is meant for that. */
export function actionOf({ key, shiftKey }: KeyPress): Action | undefined {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const named = (press: string) => actions.find(({ keys }) => keys?.includes(press));
  return (shiftKey ? named(`Shift+${name}`) : undefined) ?? named(name);
}

/** Elements that handle keys themselves. */
const TYPING = 'input, textarea, select, [contenteditable]';
const PRESSED = 'a, button, summary, [role=button], [role=option], [role=row], [role=gridcell]';
const OWN_ARROWS = '[role=slider], [role=separator], [role=tab], [role=grid], [role=listbox]';

/** Listens for the workbench's keys, except while someone types or a dialog is open. */
export function useActionKeys(host: ActionHost): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest(TYPING) || document.querySelector('[role=dialog]')) return;
      if (event.key === 'Enter' && (event.repeat || target?.closest(PRESSED))) return;
      if (target?.closest(OWN_ARROWS) && /^(Arrow|Home|End|Page)/.test(event.key)) return;
      const action = actionOf(event);
      if (action === undefined || action.isOffered?.(host) === false) return;
      action.run(host);
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [host]);
}
