import { changeSetDevices } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import {
  changeSets,
  decideChangeSet as decideRoute,
  planChangeSet as planRoute,
} from '@wheelhouse/contract/change-sets/change-sets.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { changeText } from '../hardware-config/change-text.ts'
import { decideChangeSet } from './decisions.ts'
import { planChangeSet } from './plans.ts'
import { changeSetDeviceList, changeSetList } from './queries.ts'

export function changeSetRoutes(on: On): void {
  serveList(on, changeSets, changeSetList)
  serveList(on, changeSetDevices, changeSetDeviceList, { cells: { changes: ({ changes }) => changes.map(changeText) } })
  serve(on, planRoute, ({ body }, ctx) => planChangeSet(ctx, body))
  serve(on, decideRoute, ({ params, body }, ctx) => decideChangeSet(ctx, params.change_set_id, body.decision))
}
