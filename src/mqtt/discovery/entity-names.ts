/** Names that Home Assistant shows behind that of a device. */
export const entityNames = {
  site: {
    status: 'Connection',
    problem: 'Problem',
    next_poll: 'Next update',
    source: 'Price source',
    import_kw: 'Dimmed to',
    import_until: 'Dimmed until',
    grid: 'Grid power by plan',
    peak: 'Peak this month',
    peak_planned: 'Peak this month by plan',
  },
  /** Behind what the prices are published as. */
  price: {
    now: 'now',
    next: 'next',
    level: 'level',
    rank: 'rank',
    min: 'lowest today',
    max: 'highest today',
    average: 'average today',
    until: 'known until',
    list: 'list',
  },
  window: {
    start: 'Start',
    end: 'End',
    cost: 'Cost',
    energy_month: 'Energy this month',
    cost_month: 'Cost this month',
    saved_month: 'Saved this month',
    energy_total: 'Energy in all',
    cost_total: 'Cost in all',
    saved_total: 'Saved in all',
    energy_kwh: 'Energy',
    minutes: 'Run time',
    ready_by: 'Ready by',
    enabled: 'Enabled',
    override: 'Override',
    override_until: 'Override until',
    max_price: 'Price limit',
    soc: 'State of charge',
    target_soc: 'Target',
    connected: 'Plugged in',
    power_kw: 'Measured power',
    measured_kwh: 'Meter reading',
    reset: 'As in the settings',
  },
  battery: {
    mode: 'Mode',
    power: 'Power',
    soc_target: 'Target',
    value: 'Value of a stored kWh',
    reason: 'Reason',
    reserve_soc: 'Reserve',
    override_until: 'Override until',
    enabled: 'Enabled',
    override: 'Override',
    reset: 'As in the settings',
  },
} as const;

/** `price-summer-house` is `Price summer-house`. */
export function seriesName(prefix: string): string {
  const [kind = '', ...name] = prefix.split('-');
  return [kind === 'feedin' ? 'Feed-in' : 'Price', name.join('-')].filter(Boolean).join(' ');
}
