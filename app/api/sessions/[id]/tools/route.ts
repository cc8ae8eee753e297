export { getTools as GET } from '@/lib/server/http/sessions/texts/tool-names';

export const dynamic = 'force-dynamic';
