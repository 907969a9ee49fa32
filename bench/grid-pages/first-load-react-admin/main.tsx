import {
  Admin,
  Datagrid,
  FunctionField,
  List,
  ReferenceManyField,
  Resource,
  Show,
  SimpleShowLayout,
  TextField,
} from 'react-admin'
import type { AuthProvider, DataProvider } from 'react-admin'
import { createRoot } from 'react-dom/client'
import {
  deviceColumns,
  locationFacts,
  readDevices,
  readLocation,
  readSessions,
  sessionColumns,
} from '../../pages/first-load-rows.ts'
import type { Device, Location, Session } from '../../pages/first-load-rows.ts'

/** The peer of first-load with react-admin: its frame, its list and its page of one record, everybody let in. */
const authProvider: AuthProvider = {
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(null),
}

const page = <Row,>(data: Row[]) => ({ data, total: data.length })
const refuse = () => Promise.reject(new Error('This page shows sessions, one location and its devices'))

// A data provider is generic in the record, and these records have one type each.
const dataProvider = {
  getList: async (resource) => (resource === 'sessions' ? page(await readSessions()) : refuse()),
  getOne: async (resource, { id }) => (resource === 'locations' ? { data: await readLocation(String(id)) } : refuse()),
  getManyReference: async (_resource, { id }) => page(await readDevices(String(id))),
  getMany: refuse,
  create: refuse,
  update: refuse,
  updateMany: refuse,
  delete: refuse,
  deleteMany: refuse,
} as DataProvider

const SessionList = () => (
  <List perPage={100} sort={{ field: 'started_at', order: 'DESC' }} exporter={false}>
    <Datagrid bulkActionButtons={false}>
      {sessionColumns.map(({ id, header, text }) => (
        <FunctionField<Session> key={id} label={header} sortable={false} render={text} />
      ))}
    </Datagrid>
  </List>
)

const LocationShow = () => (
  <Show>
    <SimpleShowLayout>
      <TextField source="code" />
      <TextField source="label" />
      {locationFacts.map(({ id, header, text }) => (
        <FunctionField<Location> key={id} label={header} render={text} />
      ))}
      <ReferenceManyField reference="devices" target="location_id" label="Devices" perPage={200}>
        <Datagrid bulkActionButtons={false}>
          {deviceColumns.map(({ id, header, text }) => (
            <FunctionField<Device> key={id} label={header} sortable={false} render={text} />
          ))}
        </Datagrid>
      </ReferenceManyField>
    </SimpleShowLayout>
  </Show>
)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    // A measurement reports to nobody.
    <Admin dataProvider={dataProvider} authProvider={authProvider} disableTelemetry>
      <Resource name="sessions" list={SessionList} />
      <Resource name="locations" show={LocationShow} recordRepresentation="label" />
    </Admin>,
  )
