import type { Provenance } from '@/lib/engine/policy/policy';

const PACKAGE = '@strands-agents/sdk';
const VERSION = '1.19.0';

/** Where a conversation manager of Strands' agent is read from, and the package that it was compared with. */
export const strandsSource = (manager: string): Provenance => ({
  system: 'Strands',
  repository: 'github.com/strands-agents/sdk-typescript',
  path: `src/conversation-manager/${manager}-conversation-manager.ts`,
  version: `${PACKAGE} ${VERSION}`,
  basis: 'exact',
  compared: { package: PACKAGE, version: VERSION, license: 'Apache-2.0', runs: 240 },
});
