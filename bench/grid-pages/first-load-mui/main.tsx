import Box from '@mui/material/Box'
import CssBaseline from '@mui/material/CssBaseline'
import Stack from '@mui/material/Stack'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { DataGrid } from '@mui/x-data-grid'
import type { GridColDef } from '@mui/x-data-grid'
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
} from '../../pages/first-load-rows.ts'
import type { Device, Location, PageColumn, Session } from '../../pages/first-load-rows.ts'

/** The peer of first-load with the community grid of MUI X, in a theme, as its documentation sets it up. */
const theme = createTheme()

type Row = { id: string }
const definitions = <Item extends Row>(columns: readonly PageColumn<Item>[]): GridColDef<Item>[] =>
  columns.map(({ id, header, width, text }) => ({
    field: id,
    headerName: header,
    width,
    valueGetter: (_value, row) => text(row),
  }))

const [ofSessions, ofDevices] = [definitions(sessionColumns), definitions(deviceColumns)]
const firstPage = { pagination: { paginationModel: { pageSize: 100 } } }
const pageSizes = [100]

/** It shows that it loads until there are rows. */
function Grid<Item extends Row>(props: { columns: GridColDef<Item>[]; rows: Item[] | undefined }) {
  return (
    <DataGrid
      columns={props.columns}
      rows={props.rows ?? []}
      loading={props.rows === undefined}
      initialState={firstPage}
      pageSizeOptions={pageSizes}
      disableRowSelectionOnClick
    />
  )
}

function Sessions() {
  const [rows, setRows] = useState<Session[]>()
  useEffect(() => void readSessions().then(setRows), [])
  return (
    <Box sx={{ height: '100vh', width: '100%' }}>
      <Grid columns={ofSessions} rows={rows} />
    </Box>
  )
}

function LocationPage({ id }: { id: string }) {
  const [location, setLocation] = useState<Location>()
  const [devices, setDevices] = useState<Device[]>()
  useEffect(() => {
    void readLocation(id).then(setLocation)
    void readDevices(id).then(setDevices)
  }, [id])
  return (
    <Stack spacing={2} sx={{ height: '100vh', p: 2 }}>
      <Typography variant="h5" component="h1">
        {location?.code} {location?.label}
      </Typography>
      <Stack direction="row" spacing={4}>
        {location !== undefined &&
          locationFacts.map(({ id, header, text }) => (
            <Box key={id}>
              <Typography variant="caption">{header}</Typography>
              <Typography>{text(location)}</Typography>
            </Box>
          ))}
      </Stack>
      <Box sx={{ flexGrow: 1, minHeight: 0 }}>
        <Grid columns={ofDevices} rows={devices} />
      </Box>
    </Stack>
  )
}

const root = document.getElementById('root')
const id = locationInAddress()
if (root)
  createRoot(root).render(
    <ThemeProvider theme={theme}>
      <CssBaseline />
      {id === null ? <Sessions /> : <LocationPage id={id} />}
    </ThemeProvider>,
  )
