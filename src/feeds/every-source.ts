/** Among chosen sources: every one that there is, those for one's own household among them. */
export const EVERY_SOURCE = 'all';
