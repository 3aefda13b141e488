import { utcTime } from '../../../core/time.ts';
import { type Feed, type FeedQuestion, type FeedRequest, oneRequest, queryText, unstatedTerms } from '../../feed.ts';
import { readEntsoeDays } from '../../formats/entsoe.ts';
import { zoneFacts } from '../../zones.ts';

const eicOf = (zone: string) => zoneFacts[zone]?.eic ?? zone;

export const entsoe: Feed = {
  name: 'entsoe',
  publisher: 'ENTSO-E Transparency Platform',
  root: 'entsoe',
  address: 'https://web-api.tp.entsoe.eu',
  publishes: '13:00',
  mostDays: 31,
  resolution: 900,
  coupled: true,
  needsToken: true,
  anyStatus: true,
  zones: Object.keys(zoneFacts),
  termsIn: () => unstatedTerms('Source: ENTSO-E Transparency Platform.'),
  next: oneRequest(request, (body, question) => readEntsoeDays(body, question, eicOf(question.zone))),
};

function request({ zone, start, end, token = '' }: FeedQuestion): FeedRequest {
  const domain = eicOf(zone);
  const query = queryText({
    securityToken: token,
    documentType: 'A44',
    'contract_MarketAgreement.type': 'A01',
    in_Domain: domain,
    out_Domain: domain,
    periodStart: minuteOf(start),
    periodEnd: minuteOf(end),
  });
  return { path: `/api${query}` };
}

/** `202603282300`, in UTC. */
const minuteOf = (instant: number) => utcTime(instant).replace(/\D/g, '').slice(0, 12);
