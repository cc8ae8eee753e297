/**
 * Harbor's Agent Trajectory Interchange Format, versions 1.0 to 1.8: `trajectory.json`.
 * https://github.com/laude-institute/harbor/blob/main/rfcs/0001-trajectory-format.md
 */
import { AtifReader } from './reader';
import { defineImporter } from '../../importer';
import { fieldsOf, textOf } from '../../mechanisms/loose-json';

/** Reads ATIF trajectories; sub-agents inside the file become separate sessions. */
export const atif = defineImporter({
  id: 'atif',
  label: 'ATIF trajectory',
  source: 'ATIF',
  inputs: ['json'],
  lists: ['steps[]', 'subagent_trajectories[]'],
  sniff: ({ records }) => {
    const document = fieldsOf(records[0]);
    const version = textOf(document?.['schema_version']) ?? '';
    return version.startsWith('ATIF-') && Array.isArray(document?.['steps']);
  },
  start: (context) => new AtifReader(context),
});
