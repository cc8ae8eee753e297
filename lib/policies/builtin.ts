export { anchorDelta } from './anchor-delta';
export { clairvoyant } from './clairvoyant';
export { contextGuardThreshold } from './contextguard-threshold';
export { none } from './none';
export { recorded } from './recorded';
