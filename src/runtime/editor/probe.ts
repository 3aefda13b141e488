import type { Client } from '../../client/client.ts';
import { isClientError } from '../../client/errors.ts';
import type { CountryCode } from '../../core/markets.ts';
import type { Allowance } from '../../core/vocabulary.ts';
import type { BrokerSettings, ProtocolVersion } from '../../mqtt/broker.ts';
import { type Failure, failureText } from '../../mqtt/failure.ts';
import type { Clock } from '../clock.ts';
import type { LiveMeans } from '../live/shared-live.ts';
import { openService, type RunningServices } from '../polling/service.ts';
import { failureKind } from '../problem-text.ts';
import { type Fault, faultOf } from '../problems.ts';
import type { ServiceSettings } from '../site-settings.ts';
import { probeSource, type SourceFacts } from './source-probe.ts';

/** The result of trying out a service or a broker: facts, or a fault. */
type Finding<Facts> = ({ readonly ok: true } & Facts) | { readonly ok: false; readonly fault: Fault };

interface ServiceFacts {
  /** That hold tariffs. */
  readonly countries: number;
  /** Of a testing token only. */
  readonly allowance?: Allowance;
  /** Of live prices only. */
  readonly source?: SourceFacts;
}

/**
 * Tries out whether the service is there and accepts the token, or whether a source of live prices has some, of `country` where that is known. A wrong address is found out
 * before the token is sent, and what is asked with it counts as nothing new: a price without a tariff.
 */
export async function probeService(
  settings: ServiceSettings,
  clock: Clock,
  means: { readonly running: RunningServices; readonly live: LiveMeans },
  country?: CountryCode,
): Promise<Finding<ServiceFacts>> {
  let client: Client | undefined;
  try {
    client = await openService(settings, clock, means);
    const countries = Object.values(await client.countryStatistics()).filter(({ hasTariffs }) => hasTariffs).length;
    if (settings.kind === 'remote') await assertAccepted(client);
    const allowance = client.allowance();
    const live = settings.kind === 'embedded' ? settings.live : undefined;
    const source = live && (await probeSource(live, country, clock, means.live));
    return { ok: true, countries, ...(allowance && { allowance }), ...(source && { source }) };
  } catch (error) {
    const fault = faultOf(error);
    const elsewhere = fault.code === 'configuration' || fault.code === 'unreadable';
    return { ok: false, fault: elsewhere ? { ...fault, code: 'not-a-service' } : fault };
  } finally {
    await client?.close();
  }
}

/** The credential is checked before the question (specification, "Authentication"): a question refused is a token accepted. */
async function assertAccepted(client: Client): Promise<void> {
  try {
    await client.dayAhead({ country: 'DE' });
  } catch (error) {
    if (!isClientError(error) || error.status !== 400) throw error;
  }
}

/** Tries out whether the broker lets us in, and in which MQTT version. */
export async function probeBroker(settings: BrokerSettings): Promise<Finding<{ readonly version: ProtocolVersion }>> {
  const { tryBroker } = await import('../../mqtt/trial.ts');
  try {
    return { ok: true, version: await tryBroker(settings) };
  } catch (error) {
    return { ok: false, fault: brokerFault(error as Failure, settings) };
  }
}

/** Return codes of 3.1.1 and reason codes of 5. */
const brokerFaults: Readonly<Record<string, readonly number[]>> = {
  'broker-credentials': [4, 5, 134, 135, 138, 140],
  'broker-busy': [3, 136, 137, 151],
};

function brokerFault(failure: Failure, { clientId, password }: BrokerSettings): Fault {
  const { code, message } = failure;
  if (failure instanceof TypeError) return faultOf(failure);
  if (message === 'connack timeout') return { code: 'timed-out' };
  const refused = Object.keys(brokerFaults).find((fault) => brokerFaults[fault]?.some((known) => known === code));
  const known = refused ?? failureKind(code);
  if (known && known !== 'hung-up') return { code: known };
  return { code: 'no-broker', detail: failureText(failure, { clientId, secret: password, rival: false }) };
}
