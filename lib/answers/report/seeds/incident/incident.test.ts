import { expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { replay } from '@/lib/engine/replay/replay';
import { flipPoints } from '@/lib/analysis/explain/flip-points';
import { evaluateFormula } from '../formula';
import { incidentOperands, incidentSection, incidentSession } from './incident';
import { shownSection, unexplained } from '../testing/shown';

it('reads its operands off the sample session', () => {
  expect(incidentOperands(incidentSession())).toMatchObject({
    step: 143,
    refused: 200_819,
    limit: 200_000,
    operands: { heuristic: 24_000, real: 150_000, last: 18_000 },
  });
});

it('turns where the ledger’s flip points say', () => {
  const session = incidentSession();
  const { step, operands } = incidentOperands(session);
  const settings = contextGuardThreshold.settings.parse({});
  const run = replay(session, contextGuardThreshold, settings);
  const { changes } = evaluateFormula(operands);
  for (const { setting, value, relation } of flipPoints(run, step)) {
    const change = changes.find(({ operand }) => operand === setting);
    expect(change?.value ?? null, setting).toBe(relation === null ? null : value);
  }
});

it('shows the document’s figures', () => {
  const section = incidentSection();
  expect(shownSection(section)).toEqual({
    'incident-cause': [
      'Heuristic: 24,000 = ~24k',
      'Real, from the refusal: 200,819 = 200819',
      'Ratio: 8.3675× = 8.3x',
      'Last real: 150,000',
      'Growth in one turn: +50,819 = ~50k',
      'Correction: 5× = 5.0x',
      'Calibrated: 120,000 = 120k',
      'Decision value: 150,000',
      'Threshold at that time: 160,000 = 160k',
      'Fires: no = never fired compaction',
      'Fires with the boundary fixed: no = never fired compaction',
    ],
    'incident-fixes': [
      'none (v0.9.0) | 18,000 | 24,000 | 150,000 | 160,000 | no | the last real decides',
      'boundary ≥ | 18,000 | 24,000 | 150,000 | 180,000 | no | the threshold rises: further from firing',
      'default factor 2.5 | 18,000 | 24,000 | 150,000 | 160,000 | no | not in the path: both counts are known',
      'inline data counted | 18,000 | 24,000 | 150,000 | 160,000 | no | the session holds none',
      'tool definitions counted | 83,825 | 112,197 | 200,770 | 160,000 | yes | sees the definitions of the server that joined at this step',
      'all (v0.9.1) | 83,825 | 112,197 | 200,770 | 180,000 | yes | counted definitions decide',
    ],
    'incident-what-if': [
      'as it was, boundary ≥ | 200,000 | 5× | 180,000 | 150,000 | no | – | – | 1',
      'cap one hundredth too low | 200,000 | 7.49× | 180,000 | 179,760 | no | – | – | 1',
      'smallest cap that fires | 200,000 | 7.5× | 180,000 | 180,000 | yes | 143 | 180,000 | 0',
      'window one token too large | 187,501 | 5× | 150,001 | 150,000 | no | – | – | 1',
      'largest window that fires | 187,500 | 5× | 150,000 | 150,000 | yes | 143 | 150,000 | 0',
      'WithMaxTokens(180000) | 180,000 | 5× | 144,000 | 150,000 | yes | 125 | 144,084 | 0',
      'same window without a cap | 180,000 | none | 144,000 | 200,000 | yes | 1 | 176,006 | 0',
    ],
    'incident-workaround': [
      'Buffer: 36,000 = 36k',
      'Threshold: 144,000 = 144k',
      'Decision, last real ~180k: 180,000 = 180000',
      'Fires: yes = compaction fired',
      'Decision, last real 150,000: 150,000',
      'Fires: yes',
      'No longer fires with a last real of: 143,999',
    ],
  });
  expect(unexplained(section)).toEqual([]);
});
