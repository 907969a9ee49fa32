/** The hardware that runs this version of this firmware. */
export const hardwareOfFirmware = ({ name, version }: { name: string; version: string }): string =>
  `/hardware/list?${new URLSearchParams({ firmware_name: name, firmware_version: version })}`
