export { contextGuardThreshold } from './contextguard-threshold';
export { none } from './none';
export { recorded } from './recorded';
