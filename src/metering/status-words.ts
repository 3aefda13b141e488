/** Reason to doubt a value, as the file gives it beside the value. */
export type ValueStatus = 'estimated' | 'unknown' | 'power-failure';

/** Beginnings of words in the languages of the markets, without accents. The first list that has one decides. */
const words: readonly (readonly [ValueStatus, RegExp])[] = [
  [
    'power-failure',
    startingWith(
      'power (failure|fault|outage|cut|loss|interruption)|(loss|failure|interruption) of (power|supply|voltage)|outage|blackout',
      'strom(ausfall|unterbr)|(netz|spannungs|versorgungs)(ausfall|unterbr)|(fehlende|keine) spannung',
      'coupure|panne|(absence|interruption|perte) (de |d.)(tension|courant|alimentation)',
      'stroom(uitval|storing|onderbreking)|(spannings|net)uitval',
      'corte|apagon|(fallo|falha|falta|interrupcion|interrupcao) (de |da |del? )(la )?(alimenta|suministro|tension|corriente|energia|tensao|corrente)',
      '(mancanza|caduta|interruzione) (di |della |dell.)?(tensione|corrente|alimentazione|rete)',
      'strom(afbryd|svigt|udfald|avbrott|avbrudd|brudd|stans)|elavbrott|stromavbrott|sahkokatko|jannitekatko|elektrikatkest',
      'vypad(ek|ok)|zanik (napiecia|zasilania)|brak (napiecia|zasilania)|przerwa w|awaria|aramszunet|aramkimarad|izpad|διακοπη',
    ),
  ],
  [
    'unknown',
    startingWith(
      'unknown|missing|invalid|undefined|unavailable|(not|no) (data|value|available|valid)|n.a$',
      'unbekannt|fehl(?!erfrei)|ungultig|(keine|nicht) (daten|wert|messwert|verfugbar|vorhanden|gultig)',
      'inconnu|manqu|invalide|(pas de|sans) (donnee|valeur|mesure)|non (disponible|valide)',
      'onbekend|ontbre|ongeldig|geen (gegevens|waarde|meting|data)|niet (beschikbaar|geldig)',
      'desconoc|desconhec|falta|ausente|invalid|(sin|sem) (datos|dados|valor)|no (disponible|valido)|nao (disponivel|valido)',
      'sconosc|mancan|assente|(nessun|senza) (dato|valore)|non (disponibile|valido)',
      'ukendt|okan[dt]|ukjent|mangl|sakna|ugyldig|ogiltig|ingen (data|verdi|vaerdi|varde|matvard)|(ikke|ej|inte) (tilgaengelig|tilgjengelig|tillganglig)',
      'tuntem|puuttu|virheell|ei (tieto|arvo|saatavilla)|teadmata|puudu',
      'nezna[mn]|chyb|neplatn|nedostupn|nedefin|nepozna|nieznan|niepraw|brak|ismeretlen|hianyz|ervenytelen|nezin|truks|manjka|αγνωστ|ελλειπ',
    ),
  ],
  [
    'estimated',
    startingWith(
      'estim|substitut|interpol|extrapol|geschat|schatz|gerechnet|berechn|hochgerechn|ersatz|rechner|prognos',
      'stima|uppskatt|berakna|beregn|anslae|skjonn|skonn|stipul|arvio|laskennall|hinnang',
      'odhad|nahradn|szacun|szacow|becsul|ocenj|procenj|apreki|apskaic|ivertin|εκτιμ',
    ),
  ],
];

function startingWith(...parts: readonly string[]): RegExp {
  return new RegExp(`(?<![a-z])(?:${parts.join('|')})`);
}

/** `not estimated`, `keine Schätzung`: a denial in front of the word. */
const denied =
  /(?<![a-z])(not|non?|nicht|keine?|kein|geen|niet|ikke|inte|ej|ei|ne|nie|nem|pas|sans|sin|sem|senza)[ -]?$/;

/** The reason to doubt a value that `text` names in any language, if it names one. */
export function valueStatus(text: string): ValueStatus | undefined {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøæß]/g, (letter) => ({ ł: 'l', ø: 'o', æ: 'ae' })[letter] ?? 'ss');
  return words.find(([, list]) => {
    const found = list.exec(plain);
    return found && !denied.test(plain.slice(0, found.index));
  })?.[0];
}
