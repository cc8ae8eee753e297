export { getMappings as GET, postMapping as POST } from '@/lib/server/http/imports/mapping';

export const dynamic = 'force-dynamic';
