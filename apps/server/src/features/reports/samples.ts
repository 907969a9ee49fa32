import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import {
  cancelReport,
  createReport,
  createReportLink,
  downloadReport,
  getReportPreview,
  listReports,
  runReportAgain,
  setReportRepeat,
} from '@wheelhouse/contract/reports/reports.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const preview = { columns: [], rows: [], chart: { categories: [], series: [], is_whole: true } }

/** A report in any state; a ready one is about no location, so that everybody who sees it may have it. */
export async function makeReportRow(
  w: TestApp,
  organizationId: string | null,
  groups: string[],
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const person = uuidv7()
  const now = w.clock.now().toISOString()
  const row = {
    id,
    organization_id: organizationId,
    description: 'Swept report',
    type: 'locations_metadata',
    format: 'csv',
    timeframe: 'own',
    from_day: '2026-05-01',
    to_day: '2026-05-31',
    status: 'ready',
    bytes: 1,
    expires_at: new Date(w.clock.now().getTime() + 86_400_000).toISOString(),
    preview: JSON.stringify(preview),
    run_by: person,
    created_by: person,
    created_at: now,
    updated_at: now,
    ...values,
  }
  await sql`insert into reports ${sql.raw(`(${Object.keys(row).join(', ')})`)} values (${sql.join(Object.values(row))})`.execute(
    w.db,
  )
  await w.make.members('report', id, groups)
  return id
}

const unfinished = { status: 'pending', bytes: null, expires_at: null, preview: null }

export const samples: FeatureSamples = {
  things: async (w, { organization, groups }) => ({ report_id: await makeReportRow(w, organization.id, groups) }),
  routes: async (w, { organization, groups, location_id }) => {
    const make = (values?: Record<string, unknown>) => makeReportRow(w, organization.id, groups, values)
    return [
      sample(createReport, {
        body: {
          description: 'Swept report',
          type: 'locations_metadata',
          format: 'csv',
          from_day: '2026-05-01',
          to_day: '2026-05-31',
          location_ids: [location_id],
        },
        isCheckedTwice: true,
      }),
      sample(runReportAgain, { params: { report_id: await make() }, isUnversioned: true }),
      sample(cancelReport, { params: { report_id: await make(unfinished) }, isUnversioned: true }),
      sample(setReportRepeat, { body: { repeats_monthly: false } }),
      sample(getReportPreview, {}),
      sample(createReportLink, { isUnversioned: true }),
      sample(downloadReport, { isPublic: true }),
    ]
  },
  lists: [
    listSample(listReports, {
      type: 'report',
      action: 'GET_REPORTS',
      rows: `select id, array['report ' || id] as through from reports`,
    }),
  ],
}
