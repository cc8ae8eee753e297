export { deleteSuppression as DELETE } from '@/lib/host/server/findings/suppressions';

export const dynamic = 'force-dynamic';
