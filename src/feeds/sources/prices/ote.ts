import { type Feed, type FeedQuestion, type FeedRequest, oneRequest, unstatedTerms } from '../../feed.ts';
import { readOteItems } from '../../formats/ote.ts';

export const ote: Feed = {
  name: 'ote',
  publisher: 'OTE',
  root: 'ote',
  address: 'https://www.ote-cr.cz',
  publishes: '13:30',
  mostDays: 31,
  resolution: 900,
  coupled: true,
  zones: ['CZ'],
  termsIn: () => unstatedTerms('Source: OTE, a.s., ote-cr.cz.'),
  next: oneRequest(request, readOteItems),
};

function request({ first, last }: FeedQuestion): FeedRequest {
  return {
    path: '/services/PublicDataService',
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:pub="http://www.ote-cr.cz/schema/service/public">
<soapenv:Header/><soapenv:Body><pub:GetDamPricePeriodE><pub:StartDate>${first}</pub:StartDate><pub:EndDate>${last}</pub:EndDate><pub:PeriodResolution>PT15M</pub:PeriodResolution></pub:GetDamPricePeriodE></soapenv:Body>
</soapenv:Envelope>`,
  };
}
