import { firmwareVersions } from '@wheelhouse/contract/firmware/firmware.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { firmwareVersionList } from './queries.ts'

export function firmwareRoutes(on: On): void {
  serveList(on, firmwareVersions, firmwareVersionList)
}
