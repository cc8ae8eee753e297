import { folded } from '@/lib/engine/base/text/folded';
import type { Session } from '../generated/client';

/**
 * What sessions are sorted by and searched in beside their own columns; stored with every change of
 * one of the texts.
 */
export const sessionTexts = ({
  name,
  file,
  agent,
  model,
  lane,
}: Pick<Session, 'name' | 'file' | 'agent' | 'model' | 'lane'>): Pick<
  Session,
  'nameKey' | 'searched'
> => ({
  nameKey: name.toLowerCase(),
  searched: folded([name, file, agent, model ?? '', lane].join('\n')),
});
