/** The three kinds of tariff a household has: energy bought, energy exported, the network operator's charge. */
export const sectors = ['consumption', 'feedin', 'grid'] as const;
export type Sector = (typeof sectors)[number];

/** `dynamic`: read from a published series; `static`: known in advance from the tariff; `null`: not classified. */
export type TariffType = 'static' | 'dynamic' | null;

/** Lengths in seconds that a price interval may be asked in; the service's default comes first. */
export const resolutions = [3600, 1800, 900] as const;
export type Resolution = (typeof resolutions)[number];

/** The finest interval the market settles in. Tariff clocks switch on its boundaries. */
export const QUARTER_HOUR = 900;
