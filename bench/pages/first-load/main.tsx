import { tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  deviceColumns,
  locationFacts,
  locationInAddress,
  readDevices,
  readLocation,
  readSessions,
  sessionColumns,
} from '../first-load-rows.ts'
import type { Device, Location, PageColumn, Session } from '../first-load-rows.ts'

/** The bare peer of first-load: React and TanStack Table with the rows and nothing else. */
const features = tableFeatures({})

const definitions = <Row extends object>(columns: readonly PageColumn<Row>[]): ColumnDef<typeof features, Row>[] =>
  columns.map(({ id, header, text }) => ({ id, header, accessorFn: text }))

const [ofSessions, ofDevices] = [definitions(sessionColumns), definitions(deviceColumns)]
const noSessions: Session[] = []
const noDevices: Device[] = []

function Sessions() {
  const [rows, setRows] = useState(noSessions)
  useEffect(() => void readSessions().then(setRows), [])
  return <Table columns={ofSessions} rows={rows} />
}

function LocationPage({ id }: { id: string }) {
  const [location, setLocation] = useState<Location | null>(null)
  const [devices, setDevices] = useState(noDevices)
  useEffect(() => {
    void readLocation(id).then(setLocation)
    void readDevices(id).then(setDevices)
  }, [id])
  if (location === null) return null
  return (
    <>
      <h1>
        {location.code} {location.label}
      </h1>
      <dl>
        {locationFacts.map(({ id, header, text }) => (
          <div key={id}>
            <dt>{header}</dt>
            <dd>{text(location)}</dd>
          </div>
        ))}
      </dl>
      <Table columns={ofDevices} rows={devices} />
    </>
  )
}

function Table<Row extends object>(props: { columns: ColumnDef<typeof features, Row>[]; rows: Row[] }) {
  'use no memo'
  const table = useTable({ features, columns: props.columns, data: props.rows })
  return (
    <table>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id}>{String(header.column.columnDef.header)}</th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) => (
              <td key={cell.id}>{String(cell.getValue())}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const root = document.getElementById('root')
const id = locationInAddress()
if (root) createRoot(root).render(id === null ? <Sessions /> : <LocationPage id={id} />)
