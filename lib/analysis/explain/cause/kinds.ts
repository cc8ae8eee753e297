import type { CauseKind } from './cause';
import { attempts } from './kinds/attempts';
import { boundary } from './kinds/boundary';
import { capBinding } from './kinds/cap-binding';
import { density } from './kinds/density';
import { environment } from './kinds/environment';
import { floorBinding } from './kinds/floor-binding';
import { hiddenPrefix } from './kinds/hidden-prefix';
import { manual } from './kinds/manual';
import { modelSwitch } from './kinds/model-switch';
import { noUsage } from './kinds/no-usage';
import { providerLimit } from './kinds/provider-limit';
import { responseReserve } from './kinds/response-reserve';
import { staleReal } from './kinds/stale-real';
import { stateLost } from './kinds/state-lost';
import { uncounted } from './kinds/uncounted';
import { unknown } from './kinds/unknown';
import { watermarkLost } from './kinds/watermark-lost';

/**
 * Every cause. The first that decides a step is its headline, so what explains more stands before what
 * it explains; the others' sentences follow in this order.
 */
export const causeKinds: readonly CauseKind[] = [
  manual,
  attempts,
  responseReserve,
  environment,
  modelSwitch,
  watermarkLost,
  stateLost,
  uncounted,
  capBinding,
  floorBinding,
  density,
  noUsage,
  providerLimit,
  boundary,
  hiddenPrefix,
  staleReal,
  unknown,
];
