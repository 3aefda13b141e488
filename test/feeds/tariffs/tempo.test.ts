import { describe, expect, it } from 'vitest';
import { tempo } from '../../../src/feeds/sources/tariffs/tempo.ts';

/** In the form of api-couleur-tempo.fr, with figures of our own. */
const colour = (dateJour: string, codeJour: unknown) =>
  JSON.stringify({ dateJour, codeJour, periode: '2026-2027', libCouleur: 'x' });
const today = '2026-11-22';
const told = (...bodies: string[]) => tempo.next({ today, held: undefined }, bodies);
const yesterday = colour('2026-11-21', 1);
const now = colour(today, 3);

describe('Tempo', () => {
  it('is asked for yesterday, whose colour holds until six, for today and for tomorrow', () => {
    expect([[], [yesterday], [yesterday, now]].map((bodies) => told(...bodies))).toEqual([
      { path: '/api/jourTempo/2026-11-21' },
      { path: '/api/jourTempo/2026-11-22' },
      { path: '/api/jourTempo/2026-11-23' },
    ]);
  });

  it('has a name for each colour, and no colour of a day that is not drawn', () => {
    expect(told(yesterday, now, colour('2026-11-23', 2))).toEqual({
      calendars: { tempo: { '2026-11-21': 'blue', '2026-11-22': 'red', '2026-11-23': 'white' } },
    });
    const undrawn = told(yesterday, now, colour('2026-11-23', 0));
    expect(undrawn).toEqual({ calendars: { tempo: { '2026-11-21': 'blue', '2026-11-22': 'red' } } });
    expect([undrawn].map((figures) => 'path' in figures || tempo.isWhole?.(figures, today))).toEqual([false]);
  });

  it('is asked for nothing that it has told, and forgets what nobody asks for', () => {
    const held = { calendars: { tempo: { '2026-11-01': 'blue', '2026-11-21': 'white', '2026-11-22': 'red' } } };
    expect(tempo.next({ today, held }, [])).toEqual({ path: '/api/jourTempo/2026-11-23' });
    expect(tempo.next({ today, held }, [colour('2026-11-23', 1)])).toEqual({
      calendars: { tempo: { '2026-11-21': 'white', '2026-11-22': 'red', '2026-11-23': 'blue' } },
    });
  });

  it.each([
    ['a web page', '<html>', 'is no JSON'],
    ['another day', colour('2026-11-20', 1), 'is not about 2026-11-21'],
    ['no day', colour('2026-11-31', 1), '$.dateJour: Invalid input'],
    ['another code', colour('2026-11-21', 4), '$.codeJour: Invalid option'],
    ['a code as text', colour('2026-11-21', '1'), '$.codeJour: Invalid option'],
    ['1e308', colour('2026-11-21', 1e308), '$.codeJour: Invalid option'],
    ['nothing', '{}', '$.dateJour: Invalid input'],
  ])('is refused with %s', (_, body, message) => {
    expect(() => told(body, now, now)).toThrow(message);
  });
});
