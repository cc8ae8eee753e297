/** Goat's options: none that a user has. Outside of its tests nothing calls `NewCompactor`. */
import { formatInteger } from '@/lib/engine/base/format';
import type { OwnOptions } from '@/lib/engine/policy/options';
import type { GoatSettings } from './run';

const FILE = 'pkg/context/compactor.go';

/** Goat's constants, which no configuration reaches. */
export const goatOptions = (settings: GoatSettings): OwnOptions => ({
  snippets: [],
  fixed: {
    window: `Window ${formatInteger(settings.window)}: a table of models in ${FILE}; SetContextLimit overrides it.`,
    utilization: `Threshold ${settings.utilization}: ThresholdPct of ${FILE}.`,
    preserve: `Preserved share ${settings.preserve}: PreserveRatio of ${FILE}.`,
    enabled:
      'Goat itself runs with NoOpCompactor: its source has to call NewCompactor before any of this has an effect.',
  },
});
