import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { wordsInSource } from '../support/source-words.ts';

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** All that the package has a name for: in its source, its data, its scripts and the flows to import. */
const ours = wordsInSource('src', 'nodes', 'data', 'scripts', 'examples');

/** Names of other programs that the pages mention. */
const foreign = new Set(
  [
    // Node-RED and Node.js
    'httpNodeAuth string_decoder',
    // Mosquitto and ejabberd
    'max_qos match_retained_limit mosquitto_pub mosquitto_rr round_robin shared_subscription_policy acl_file',
    // systemd and PostgreSQL
    'StandardOutput pool_mode max_connections pg_dump',
    // Solcast, Open-Meteo and the shell
    'rooftop_sites forecast_days BROKER',
    // Home Assistant
    'get_prices_for_date config_entry response_variable continue_on_error solar_forecast alias triggers conditions recorder exclude features hours_to_show days_to_show stat_types chart_type align max_columns',
    // apexcharts-card
    'graph_span data_generator metric_octopus_import metric_octopus_export update_interval yaxis yaxis_id apex_config opposite float_precision legend_value extend_to',
    // ESPHome
    'on_message pin restore_mode accuracy_decimals',
    // Modbus and Fronius
    'fc unitid StorCtl_Mod OutWRte InWRte InOutWRte_RvrtTms WChaMax',
    // go-e
    'eCharger amp psm frc',
    // Marstek
    'SetMode GetMode GetStatus bat_soc auto_cfg passive_cfg cd_time',
    // openWB
    'openWB simpleAPI max_price_eco chargecurrent chargemode',
    // Shelly and Victron
    'toggle_after Duration AllowDischarge',
    // EMHASS, openHAB, ioBroker and Domoticz
    'treat_runtimeparams Channels postCommand switchlight idx switchcmd nvalue svalue',
  ].flatMap((names) => names.split(' ')),
);

/** Names of two words or more, `maxPriceRule` or `max_price`: of one word nobody can tell a key from plain English. */
const namesIn = (code: string) =>
  (code.match(/[A-Za-z_]\w*/g) ?? []).filter((name) => /[a-z][A-Z]|[a-z]_[a-z]/.test(name));
/** The keys of JSON, YAML and JavaScript. */
const keysIn = (block: string) =>
  [...block.matchAll(/(?<=^|[\s{,])["']?([A-Za-z_]\w*)["']?\s*:/gm)].map(([, key = '']) => key);

it.each(pages)('%s names no key that there is not', (page) => {
  const text = readFileSync(page, 'utf8');
  const inline = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const blocks = [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const names = new Set([...inline.flatMap(namesIn), ...inline.flatMap(keysIn), ...blocks.flatMap(keysIn)]);
  expect([...names].filter((name) => !ours.has(name) && !foreign.has(name))).toEqual([]);
});
