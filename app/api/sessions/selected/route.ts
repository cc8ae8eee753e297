export { postSelected as POST } from '@/lib/server/http/sessions/listing';

export const dynamic = 'force-dynamic';
