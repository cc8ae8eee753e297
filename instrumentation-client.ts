/** Run by Next in the browser before the pages' own modules. */
import '@/lib/api/without-eval';
