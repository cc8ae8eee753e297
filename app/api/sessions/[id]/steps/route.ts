export { getSteps as GET } from '@/lib/server/http/sessions/texts/texts';

export const dynamic = 'force-dynamic';
