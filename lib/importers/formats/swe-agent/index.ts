/**
 * SWE-agent trajectories (`.traj`) and mini-swe-agent's (`.traj.json`).
 * https://swe-agent.com/latest/usage/trajectories/
 */
import { defineImporter } from '../../importer';
import { fieldsOf, textOf } from '../../mechanisms/loose-json';
import { SweAgentReader } from './reader';

/** Reads SWE-agent's trajectories: texts of every request, tokens only where each call has its own. */
export const sweAgent = defineImporter({
  id: 'swe-agent',
  label: 'SWE-agent, mini-swe-agent',
  source: 'SWE-agent',
  inputs: ['json'],
  lists: ['trajectory[]', 'history[]', 'messages[]'],
  sniff: ({ records }) => {
    const document = fieldsOf(records[0]);
    if (document === null) return false;
    if (Array.isArray(document['trajectory'])) {
      return Array.isArray(document['history']) || 'info' in document;
    }
    if (!Array.isArray(document['messages'])) return false;
    if (textOf(document['trajectory_format'])?.startsWith('mini-swe-agent') === true) return true;
    return fieldsOf(fieldsOf(document['info'])?.['model_stats']) !== null;
  },
  start: (context) => new SweAgentReader(context),
});
