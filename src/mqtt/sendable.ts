import type { MqttClient } from 'mqtt';

/** As long as a text on the wire may be. */
const MOST_BYTES = 65_535;
/** Mosquitto hangs up on a topic of more levels. */
const MOST_LEVELS = 200;

/** Wildcards, and characters on which a broker may hang up: controls, halves of a pair, and those that are none. */
const forbidden = /[+#]|\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/u;

/** The form of a topic, for those who gave another. */
export const TOPIC_FORM = `a topic without + and #, control characters and more than ${MOST_LEVELS} levels`;

/** True of a topic that every broker takes a message on. */
export const isTopic = (text: string): boolean =>
  text !== '' && !forbidden.test(text) && fitsWire(text) && text.split('/').length <= MOST_LEVELS;

/** True of a text that is short enough to stand in a packet beside its payload. */
export const fitsWire = (text: string): boolean => Buffer.byteLength(text) <= MOST_BYTES;

/** Bytes of a packet around its topic and its payload, at the most. */
const MOST_HEADER = 15;

/**
 * The reason why a message cannot be sent at all; `undefined` where it can.
 * @param mostBytes of a packet that the broker takes, where it says so.
 */
export function unsendable(topic: string, payload: string, mostBytes = Number.POSITIVE_INFINITY): string | undefined {
  if (!isTopic(topic)) return `expected ${TOPIC_FORM}`;
  const bytes = Buffer.byteLength(topic) + Buffer.byteLength(payload) + MOST_HEADER;
  return bytes > mostBytes ? `${bytes} bytes, the broker takes ${mostBytes}` : undefined;
}

/** QoS and retain flag of a message: MQTT 5 ends a connection on which more is sent than the broker supports. */
export const deliveryOn = ({ serverProperties }: MqttClient, retain: boolean): { qos: 0 | 1; retain: boolean } => ({
  qos: serverProperties?.maximumQoS === 0 ? 0 : 1,
  retain: retain && serverProperties?.retainAvailable !== false,
});
