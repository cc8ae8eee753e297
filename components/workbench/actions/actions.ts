import type { Action } from './action';
import { settingActions } from './setting-actions';
import { stepActions } from './step-actions';
import { viewActions } from './view-actions';

/** Every action of the workbench, in the order of the sheet. */
export const actions: readonly Action[] = [...stepActions, ...viewActions, ...settingActions];
