import { cjkEmoji } from './samples/cjk-emoji';
import { imagesDocuments } from './samples/images-documents';
import { kubernetesAgent } from './samples/kubernetes-agent';
import { longSession } from './samples/long-session';
import { millionWindow } from './samples/million-window';
import { noUsage } from './samples/no-usage';
import { productionIncident } from './samples/production-incident';
import type { Sample } from './samples/sample';
import { timingGap } from './samples/timing-gap';

/** Every sample session, in the order in which a newcomer should meet them. */
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
