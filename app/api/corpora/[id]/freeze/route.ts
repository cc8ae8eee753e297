export { postFreeze as POST } from '@/lib/server/http/corpora/corpora';

export const dynamic = 'force-dynamic';
