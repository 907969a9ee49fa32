/** What people call the parameters of spec-conform hardware (values: paramsys). A key without an entry is shown as it is. */
export const parameterLabels: Readonly<Record<string, { label: string; help: string }>> = {
  heartbeat_s: { label: 'Heartbeat interval', help: 'How often the hardware reports that it works.' },
  sleep_after_s: { label: 'Sleep after', help: 'How long the hardware stays awake without use. 0 keeps it awake.' },
  lock_timeout_ms: { label: 'Lock timeout', help: 'A lock that moves for longer counts as jammed.' },
  unlock_hold_ms: { label: 'Unlock hold', help: 'How long a temporary unlock stays open.' },
  auto_relock: { label: 'Relock automatically', help: 'Locks again if nothing was taken out.' },
  door_open_alarm_s: {
    label: 'Door open alarm',
    help: 'Raises an alarm when a door is open for longer. 0 disables it.',
  },
  low_voltage_mv: { label: 'Low voltage threshold', help: 'Raises an alarm below this voltage. 0 disables the alarm.' },
  tamper_sensitivity: { label: 'Tamper sensitivity', help: '0 ignores movement, 10 reports the lightest touch.' },
  buzzer_level: { label: 'Buzzer level', help: '0 is silent.' },
  led_brightness: { label: 'LED brightness', help: 'Brightness of the status light.' },
  rfid_enabled: { label: 'RFID reader', help: 'Reads cards at the dock.' },
  rfid_byte_order: { label: 'RFID byte order', help: 'Order in which the bytes of a card are reported.' },
  wifi_ssid: { label: 'Wi-Fi network', help: 'Name of the network of the site.' },
  wifi_enabled: { label: 'Wi-Fi', help: 'Connects through Wi-Fi instead of the mobile network.' },
  apn: { label: 'Access point name', help: 'Access point of the mobile network. It can be set but not read.' },
  mqtt_host: { label: 'Broker', help: 'Address of the device broker.' },
  firmware_channel: { label: 'Firmware channel', help: 'Where the hardware takes its firmware from.' },
  log_level: { label: 'Log level', help: 'How much the hardware writes into its own log.' },
}
