import { getDashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { call } from '../../api/api.ts'

export async function dashboardName(id: string): Promise<string> {
  const { name } = await call(getDashboard, { params: { dashboard_id: id } })
  return name
}
