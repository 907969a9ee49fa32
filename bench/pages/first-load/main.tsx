import { tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The peer of first-load: React and TanStack Table with the rows of parking sessions and nothing else. */
interface Session {
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
  comment: string | null
}

const features = tableFeatures({})
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const minutes = (row: Session) =>
  row.ended_at ? Math.round((Date.parse(row.ended_at) - Date.parse(row.started_at)) / 60_000) : null

const columns: ColumnDef<typeof features, Session>[] = [
  { id: 'id', header: 'Session', accessorFn: (row) => row.id.slice(-6) },
  { id: 'location', header: 'Location', accessorFn: (row) => `${row.location_code} ${row.location_label}` },
  { id: 'device', header: 'Device', accessorFn: (row) => `Dock ${row.device_number}` },
  { id: 'user', header: 'User', accessorFn: (row) => row.user_name },
  { id: 'key', header: 'Key', accessorFn: (row) => row.key_type },
  { id: 'started_at', header: 'Started', accessorFn: (row) => moment.format(new Date(row.started_at)) },
  {
    id: 'ended_at',
    header: 'Ended',
    accessorFn: (row) => (row.ended_at ? moment.format(new Date(row.ended_at)) : null),
  },
  { id: 'stay', header: 'Stay', accessorFn: minutes },
  { id: 'how_ended', header: 'Ended by', accessorFn: (row) => row.how_ended },
  { id: 'rating', header: 'Rating', accessorFn: (row) => row.rating },
]
const none: Session[] = []

function Page() {
  'use no memo'
  const [rows, setRows] = useState(none)
  useEffect(() => {
    void fetch('/rows')
      .then((reply) => reply.json() as Promise<{ items: Session[] }>)
      .then(({ items }) => setRows(items))
  }, [])
  const table = useTable({ features, columns, data: rows })
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
              <td key={cell.id}>{String(cell.getValue() ?? '–')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
