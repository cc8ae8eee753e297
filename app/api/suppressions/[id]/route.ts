export { deleteSuppression as DELETE } from '@/lib/server/http/findings/suppressions';

export const dynamic = 'force-dynamic';
