import * as z from 'zod';
import { policies } from '@/lib/policies/registry';
import { policyJson, policyText } from '../../commands/policies-command';
import { policyOf } from '../../parse-settings';
import { defineTool } from '../tool';

const policy = z.looseObject({
  id: z.string(),
  label: z.string(),
  decides: z.boolean(),
  settings: z.array(z.looseObject({ key: z.string(), label: z.string() })),
  presets: z.array(z.looseObject({ id: z.string(), label: z.string() })),
});

/** Policies, or one with its settings and presets. */
export const listPolicies = defineTool({
  name: 'list_policies',
  title: 'List policies',
  description:
    'Without an id: every compaction policy by id and name. With one: its settings (key, range, default, unit), its presets by version, and what it was compared with.',
  input: { id: z.string().max(200).optional().describe('Id of one policy') },
  output: { policies: z.array(policy) },
  run({ id }) {
    const shown = id === undefined ? policies : [policyOf(id).policy];
    const text =
      id === undefined
        ? shown.map((one) => `${one.id}: ${one.label}\n`).join('')
        : shown.map(policyText).join('\n');
    const data = shown.map((one) => {
      const json = policyJson(one);
      return id === undefined ? { ...json, settings: [], presets: [] } : json;
    });
    return Promise.resolve({ text, data: { policies: data } });
  },
});
