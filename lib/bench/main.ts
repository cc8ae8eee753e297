import { benchReplay } from './replay';

benchReplay();
