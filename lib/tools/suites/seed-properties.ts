import fc from 'fast-check';
import { runSeed } from './endurance';

fc.configureGlobal({ seed: runSeed });
