import { cjkEmoji } from './cjk-emoji';
import { imagesDocuments } from './images-documents';
import { kubernetesAgent } from './kubernetes-agent';
import { longSession } from './long-session';
import { millionWindow } from './million-window';
import { noUsage } from './no-usage';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import type { Sample } from '@/lib/readers/scenarios/incident/sample';
import { timingGap } from './timing-gap';

/** All sample sessions, in the order for newcomers. */
export const samples: readonly Sample[] = [
  productionIncident,
  timingGap,
  kubernetesAgent,
  noUsage,
  cjkEmoji,
  imagesDocuments,
  millionWindow,
  longSession,
];
