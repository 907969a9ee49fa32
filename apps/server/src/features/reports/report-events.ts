import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import type { Actor } from '../../journal/audit.ts'
import type { ReportRow } from './queries.ts'

type Named = Pick<ReportRow, 'id' | 'description'>

/** Records the event and notifies those who see the report. */
export function recordReportEvent(
  journal: Journal,
  actor: Actor,
  { id, description }: Named,
  details: EventDetails<'reports'>,
): void {
  addAuditRecord(journal, {
    actor,
    feature: 'reports',
    resource_type: 'report',
    resource_id: id,
    resource_name: description,
    visible_through_id: null,
    ...details,
  })
  announceReport(journal, id)
}

export const announceReport = (journal: Journal, id: string): void =>
  publishChange(journal, 'report', id, null, { through: { type: 'report', id } })
