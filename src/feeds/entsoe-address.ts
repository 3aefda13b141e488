/** The address in a list of sources that a token of ENTSO-E goes to; empty for its own. */
export const entsoeAddressIn = (sources: string): string => /^[ \t]*entsoe=(\S*)/m.exec(sources)?.[1] ?? '';
