/**
 * The configuration variables of Home Assistant's documentation, as far as a device discovery message may have them:
 * https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload and the page of each platform,
 * https://www.home-assistant.io/integrations/<platform>.mqtt/, read in November 2026. `platform` itself is left out.
 */
export const rootKeys = [
  'device',
  'origin',
  'components',
  'availability',
  'state_topic',
  'command_topic',
  'qos',
  'encoding',
];

export const deviceKeys = [
  'configuration_url',
  'connections',
  'hw_version',
  'identifiers',
  'manufacturer',
  'model',
  'model_id',
  'name',
  'serial_number',
  'suggested_area',
  'sw_version',
  'via_device',
];

export const availabilityKeys = ['topic', 'payload_available', 'payload_not_available', 'value_template'];

const common = [
  'availability',
  'availability_mode',
  'availability_template',
  'availability_topic',
  'default_entity_id',
  'enabled_by_default',
  'encoding',
  'entity_category',
  'entity_picture',
  'json_attributes_template',
  'json_attributes_topic',
  'name',
  'qos',
  'state_topic',
  'unique_id',
  'value_template',
];
const commanded = ['command_template', 'command_topic', 'retain'];

export const platformKeys = {
  binary_sensor: [
    ...common,
    'device_class',
    'expire_after',
    'force_update',
    'icon',
    'off_delay',
    'payload_available',
    'payload_not_available',
    'payload_off',
    'payload_on',
  ],
  button: [
    ...common.filter((key) => !['state_topic', 'value_template'].includes(key)),
    ...commanded,
    'device_class',
    'icon',
    'payload_press',
  ],
  number: [
    ...common,
    ...commanded,
    'device_class',
    'icon',
    'max',
    'min',
    'mode',
    'optimistic',
    'payload_reset',
    'step',
    'unit_of_measurement',
  ],
  select: [...common, ...commanded, 'icon', 'optimistic', 'options'],
  sensor: [
    ...common,
    'device_class',
    'expire_after',
    'force_update',
    'icon',
    'last_reset_value_template',
    'options',
    'payload_available',
    'payload_not_available',
    'state_class',
    'suggested_display_precision',
    'unit_of_measurement',
  ],
  switch: [
    ...common,
    ...commanded,
    'device_class',
    'icon',
    'optimistic',
    'payload_available',
    'payload_not_available',
    'payload_off',
    'payload_on',
    'state_off',
    'state_on',
  ],
  text: [...common, ...commanded, 'max', 'min', 'mode', 'pattern'],
} as const satisfies Record<string, readonly string[]>;
