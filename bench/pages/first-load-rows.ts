/** What all peers of first-load show, and the texts of their cells. */
export interface Session {
  id: string
  location_code: string
  location_label: string
  device_number: number
  user_name: string | null
  key_type: string | null
  started_at: string
  ended_at: string | null
  how_ended: string | null
  rating: number | null
}

export interface Location {
  id: string
  code: string
  label: string
  address: string
  status: string
  type: string
  created_at: string
  launched_at: string | null
}

export interface Device {
  id: string
  number: number
  type: string
  alias: string
  hardware_id: string | null
  dock_state: string
  dock_state_since: string | null
  last_heartbeat_at: string | null
  rssi_dbm: number | null
  firmware_version: string | null
}

export interface PageColumn<Row> {
  id: string
  header: string
  width: number
  text(row: Row): string
}

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const moment = (at: string | null): string => (at === null ? '–' : format.format(new Date(at)))
const orDash = (value: string | number | null): string => String(value ?? '–')
const minutes = ({ started_at, ended_at }: Session): number | null =>
  ended_at === null ? null : Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 60_000)

export const sessionColumns: readonly PageColumn<Session>[] = [
  { id: 'id', header: 'Session', width: 90, text: (row) => row.id.slice(-6) },
  { id: 'location', header: 'Location', width: 220, text: (row) => `${row.location_code} ${row.location_label}` },
  { id: 'device', header: 'Device', width: 90, text: (row) => `Dock ${row.device_number}` },
  { id: 'user', header: 'User', width: 150, text: (row) => orDash(row.user_name) },
  { id: 'key', header: 'Key', width: 80, text: (row) => orDash(row.key_type) },
  { id: 'started_at', header: 'Started', width: 170, text: (row) => moment(row.started_at) },
  { id: 'ended_at', header: 'Ended', width: 170, text: (row) => moment(row.ended_at) },
  { id: 'stay', header: 'Stay', width: 70, text: (row) => orDash(minutes(row)) },
  { id: 'how_ended', header: 'Ended by', width: 90, text: (row) => orDash(row.how_ended) },
  { id: 'rating', header: 'Rating', width: 70, text: (row) => orDash(row.rating) },
]

export const deviceColumns: readonly PageColumn<Device>[] = [
  { id: 'number', header: '#', width: 70, text: (row) => String(row.number).padStart(2, '0') },
  { id: 'type', header: 'Type', width: 100, text: (row) => row.type },
  { id: 'dock_state', header: 'State', width: 100, text: (row) => row.dock_state },
  { id: 'dock_state_since', header: 'Since', width: 170, text: (row) => moment(row.dock_state_since) },
  { id: 'alias', header: 'Alias', width: 120, text: (row) => row.alias },
  { id: 'last_heartbeat_at', header: 'Heartbeat', width: 170, text: (row) => moment(row.last_heartbeat_at) },
  { id: 'rssi_dbm', header: 'RSSI, dBm', width: 100, text: (row) => orDash(row.rssi_dbm) },
  { id: 'firmware_version', header: 'Firmware', width: 100, text: (row) => orDash(row.firmware_version) },
  { id: 'hardware_id', header: 'Hardware', width: 220, text: (row) => orDash(row.hardware_id) },
]

export const locationFacts: readonly Omit<PageColumn<Location>, 'width'>[] = [
  { id: 'address', header: 'Address', text: (location) => location.address },
  { id: 'status', header: 'Status', text: (location) => location.status },
  { id: 'type', header: 'Type', text: (location) => location.type },
  { id: 'created_at', header: 'Created', text: (location) => moment(location.created_at) },
  { id: 'launched_at', header: 'Launched', text: (location) => moment(location.launched_at) },
]

async function read<Reply>(path: string): Promise<Reply> {
  const reply = await fetch(path)
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  return (await reply.json()) as Reply
}

export const readSessions = async (): Promise<Session[]> => (await read<{ items: Session[] }>('/rows')).items
export const readLocation = (id: string): Promise<Location> => read(`/locations/${id}`)
export const readDevices = (id: string): Promise<Device[]> => read(`/locations/${id}/devices`)

/** The address says which location; without it the page lists sessions. */
export const locationInAddress = (): string | null => new URLSearchParams(location.search).get('location')
